-- A database of format 1. It is never changed: every later qwixx has to read it.
CREATE SCHEMA IF NOT EXISTS qwixx;
CREATE TABLE qwixx.schema_version (version integer NOT NULL);
INSERT INTO qwixx.schema_version (version) VALUES (0);
CREATE TABLE qwixx.tables (
            name text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL,
            touched double precision NOT NULL
        );
CREATE TABLE qwixx.facts (
            table_name text COLLATE "C",
            number bigint,
            fact bytea NOT NULL,
            at double precision NOT NULL,
            PRIMARY KEY (table_name, number)
        );
CREATE TABLE qwixx.games (
            table_name text COLLATE "C",
            number bigint,
            PRIMARY KEY (table_name, number)
        );
CREATE TABLE qwixx.codes (
            code text COLLATE "C" PRIMARY KEY,
            table_name text COLLATE "C" NOT NULL UNIQUE
        );
CREATE TABLE qwixx.dice_counts (
            game text COLLATE "C" PRIMARY KEY,
            white_11 integer NOT NULL, white_12 integer NOT NULL, white_13 integer NOT NULL,
            white_14 integer NOT NULL, white_15 integer NOT NULL, white_16 integer NOT NULL,
            white_21 integer NOT NULL, white_22 integer NOT NULL, white_23 integer NOT NULL,
            white_24 integer NOT NULL, white_25 integer NOT NULL, white_26 integer NOT NULL,
            white_31 integer NOT NULL, white_32 integer NOT NULL, white_33 integer NOT NULL,
            white_34 integer NOT NULL, white_35 integer NOT NULL, white_36 integer NOT NULL,
            white_41 integer NOT NULL, white_42 integer NOT NULL, white_43 integer NOT NULL,
            white_44 integer NOT NULL, white_45 integer NOT NULL, white_46 integer NOT NULL,
            white_51 integer NOT NULL, white_52 integer NOT NULL, white_53 integer NOT NULL,
            white_54 integer NOT NULL, white_55 integer NOT NULL, white_56 integer NOT NULL,
            white_61 integer NOT NULL, white_62 integer NOT NULL, white_63 integer NOT NULL,
            white_64 integer NOT NULL, white_65 integer NOT NULL, white_66 integer NOT NULL,
            red_1 integer NOT NULL, red_2 integer NOT NULL, red_3 integer NOT NULL,
            red_4 integer NOT NULL, red_5 integer NOT NULL, red_6 integer NOT NULL,
            yellow_1 integer NOT NULL, yellow_2 integer NOT NULL, yellow_3 integer NOT NULL,
            yellow_4 integer NOT NULL, yellow_5 integer NOT NULL, yellow_6 integer NOT NULL,
            green_1 integer NOT NULL, green_2 integer NOT NULL, green_3 integer NOT NULL,
            green_4 integer NOT NULL, green_5 integer NOT NULL, green_6 integer NOT NULL,
            blue_1 integer NOT NULL, blue_2 integer NOT NULL, blue_3 integer NOT NULL,
            blue_4 integer NOT NULL, blue_5 integer NOT NULL, blue_6 integer NOT NULL
        );
CREATE UNLOGGED TABLE qwixx.processes (
            process text COLLATE "C" PRIMARY KEY,
            qwixx_version text NOT NULL,
            seen timestamptz NOT NULL
        );
CREATE UNLOGGED TABLE qwixx.presence (
            table_name text COLLATE "C",
            process text COLLATE "C",
            seat integer,
            owner bytea,
            PRIMARY KEY (table_name, process, seat)
        );
CREATE UNLOGGED TABLE qwixx.address_key (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            key bytea NOT NULL
        );
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 1, convert_to('{"fact":"PadOpened","game":"dice"}', 'UTF8'), 1800000023.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 2, convert_to('{"fact":"SheetTaken","seat":0,"name":"Ann","secret_hash":"a56626e232476f542b542802117a8a9e155f867ae3e35768ca40180a5a3ae455"}', 'UTF8'), 1800000023.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 3, convert_to('{"fact":"SheetTaken","seat":1,"name":"Ben","secret_hash":"6905f562646965cbdff967a3d08f3485623b026b6469d8db1fd438770ea612d8"}', 'UTF8'), 1800000024.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 4, convert_to('{"fact":"PadRolled","seat":0,"white":[4,1],"coloured":[3,2,5,6]}', 'UTF8'), 1800000024.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 5, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":1,"kind":"cross","seen":4,"colour":"red","number":5}}', 'UTF8'), 1800000024.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 6, convert_to('{"fact":"PadMarked","seat":1,"mark":{"n":1,"kind":"cross","seen":5,"colour":"red","number":5}}', 'UTF8'), 1800000024.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 7, convert_to('{"fact":"PadMarked","seat":1,"mark":{"n":2,"kind":"penalty","seen":6}}', 'UTF8'), 1800000024.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 8, convert_to('{"fact":"PadMarked","seat":1,"mark":{"n":3,"kind":"undo","seen":7,"undone":2}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 9, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":2,"kind":"penalty","seen":8}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 10, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":3,"kind":"penalty","seen":9}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 11, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":4,"kind":"penalty","seen":10}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 12, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":5,"kind":"penalty","seen":11}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 13, convert_to('{"fact":"PadMarked","seat":0,"mark":{"n":6,"kind":"close","seen":12,"colour":"green"}}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 14, convert_to('{"fact":"PadRetracted","seat":1,"owner":0,"n":6}', 'UTF8'), 1800000025.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 15, convert_to('{"fact":"PadFinished","seat":0}', 'UTF8'), 1800000026.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 16, convert_to('{"fact":"PadReopened","seat":1}', 'UTF8'), 1800000026.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 17, convert_to('{"fact":"PadFinished","seat":0}', 'UTF8'), 1800000027.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 18, convert_to('{"fact":"PadRenewed","seat":0}', 'UTF8'), 1800000027.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('pad-of-two-00001', 19, convert_to('{"fact":"PadRestored","seat":0}', 'UTF8'), 1800000027.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 1, convert_to('{"fact":"Opened","game":"dice","options":{},"seats":[null,null,null],"settings":{"public":true},"code":"TOMILA"}', 'UTF8'), 1800000000.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 2, convert_to('{"fact":"Committed","secret":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}', 'UTF8'), 1800000000.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 3, convert_to('{"fact":"SeatTaken","seat":0,"name":"Ann","secret_hash":"a16216da3b6f15a02952694a81d37b4e6dc7caffae6129a344831c093f39f7d7","face":"bear","contributes":true}', 'UTF8'), 1800000001.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 4, convert_to('{"fact":"SeatTaken","seat":1,"name":"Ben","secret_hash":"b71f000b104e09688a5537055335350a226720914ebaed949e8c3c4d96a18ef6","face":"octopus"}', 'UTF8'), 1800000001.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 5, convert_to('{"fact":"ProfileChanged","seat":1,"name":"Benno","face":"cat"}', 'UTF8'), 1800000001.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 6, convert_to('{"fact":"Moved","seat":1,"to":2}', 'UTF8'), 1800000001.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 7, convert_to('{"fact":"Left","seat":2,"name":"Benno"}', 'UTF8'), 1800000001.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 8, convert_to('{"fact":"SeatTaken","seat":1,"name":"Cem","secret_hash":"162339eba9d9595fe791bd7fbbc2bff9bc7d240f8e7a5e0b6db768a289a12edd","face":"rabbit"}', 'UTF8'), 1800000002.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 9, convert_to('{"fact":"Left","seat":1,"name":"Cem","removed":true}', 'UTF8'), 1800000002.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 10, convert_to('{"fact":"SeatTaken","seat":1,"name":"Dora","secret_hash":"31c5fcf2864bfd62b5a0a61107609031543675108d8a53dd65bc05df052e931a","face":"frog"}', 'UTF8'), 1800000002.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 11, convert_to('{"fact":"Contributed","seat":0,"value":"00112233445566778899aabbccddeeff"}', 'UTF8'), 1800000002.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 12, convert_to('{"fact":"Started","bots":{"2":"gap:1,2"},"before":{"seats":[{"name":"Ann","secret_hash":"a16216da3b6f15a02952694a81d37b4e6dc7caffae6129a344831c093f39f7d7","contributes":true,"face":"bear","since":3},{"name":"Dora","secret_hash":"31c5fcf2864bfd62b5a0a61107609031543675108d8a53dd65bc05df052e931a","face":"frog","since":10},{}],"last_seq":7,"seed":{"secret":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff","contributions":{"0":"00112233445566778899aabbccddeeff"}}}}', 'UTF8'), 1800000002.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 13, convert_to('{"fact":"ChanceDrawn","outcome":"first 2"}', 'UTF8'), 1800000003.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 14, convert_to('{"fact":"ChanceDrawn","outcome":"6+1 r5 y5 g6 b3"}', 'UTF8'), 1800000003.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 15, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000004.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 16, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000004.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 17, convert_to('{"fact":"Withdrew","seat":0}', 'UTF8'), 1800000004.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 18, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000005.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 19, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000005.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 20, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000005.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 21, convert_to('{"fact":"ChanceDrawn","outcome":"3+5 r4 y1 g4 b2"}', 'UTF8'), 1800000005.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 22, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000005.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 23, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000006.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 24, convert_to('{"fact":"Said","seat":1,"text":"well rolled"}', 'UTF8'), 1800000006.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 25, convert_to('{"fact":"Reacted","seat":1,"reaction":"well_done"}', 'UTF8'), 1800000006.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 26, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000006.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 27, convert_to('{"fact":"Chose","seat":2,"choice":"y4"}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 28, convert_to('{"fact":"ChanceDrawn","outcome":"5+4 r5 y6 g5 b1"}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 29, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 30, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 31, convert_to('{"fact":"Covered","seat":0}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 32, convert_to('{"fact":"Said","seat":0,"text":"back"}', 'UTF8'), 1800000007.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 33, convert_to('{"fact":"Returned","seat":0}', 'UTF8'), 1800000008.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 34, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000008.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 35, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000008.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 36, convert_to('{"fact":"ChanceDrawn","outcome":"3+6 r6 y3 g3 b3"}', 'UTF8'), 1800000008.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 37, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000008.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 38, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000009.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 39, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000010.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 40, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000010.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 41, convert_to('{"fact":"ChanceDrawn","outcome":"5+4 r6 y1 g4 b3"}', 'UTF8'), 1800000010.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 42, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000010.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 43, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000010.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 44, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000011.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 45, convert_to('{"fact":"Chose","seat":2,"choice":"y5"}', 'UTF8'), 1800000012.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 46, convert_to('{"fact":"ChanceDrawn","outcome":"3+5 r3 y2 g1 b3"}', 'UTF8'), 1800000012.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 47, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000012.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 48, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000012.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 49, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000013.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 50, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000013.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 51, convert_to('{"fact":"ChanceDrawn","outcome":"3+5 r6 y4 g3 b4"}', 'UTF8'), 1800000013.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 52, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000014.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 53, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000014.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 54, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000014.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 55, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000014.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 56, convert_to('{"fact":"ChanceDrawn","outcome":"3+5 r2 y6 g3 b4"}', 'UTF8'), 1800000014.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 57, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000015.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 58, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000015.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 59, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000016.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 60, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000016.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 61, convert_to('{"fact":"ChanceDrawn","outcome":"1+3 r5 y3 g1 b1"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 62, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 63, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 64, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 65, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 66, convert_to('{"fact":"ChanceDrawn","outcome":"2+6 r6 y6 g1 b6"}', 'UTF8'), 1800000017.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 67, convert_to('{"fact":"Chose","seat":2,"choice":"-"}', 'UTF8'), 1800000018.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 68, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000018.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 69, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000018.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 70, convert_to('{"fact":"Chose","seat":1,"choice":"-"}', 'UTF8'), 1800000018.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 71, convert_to('{"fact":"Committed","secret":"a411512c1b5cac1d9a4cee9d7f1cf4d7e4a7c86aeebda24a2c89f304e1636c0f"}', 'UTF8'), 1800000019.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 72, convert_to('{"fact":"RematchRequested","seat":0}', 'UTF8'), 1800000019.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 73, convert_to('{"fact":"RematchRequested","seat":1}', 'UTF8'), 1800000019.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 74, convert_to('{"fact":"Started","bots":{"2":"gap:1,2"},"before":{"seats":[{"name":"Ann","secret_hash":"a16216da3b6f15a02952694a81d37b4e6dc7caffae6129a344831c093f39f7d7","wants_rematch":true,"contributes":true,"face":"bear","since":3},{"name":"Dora","secret_hash":"31c5fcf2864bfd62b5a0a61107609031543675108d8a53dd65bc05df052e931a","wants_rematch":true,"face":"frog","since":10},{"name":"Otto","bot":"gap:1,2"}],"games":1,"last_seq":72,"seed":{"secret":"a411512c1b5cac1d9a4cee9d7f1cf4d7e4a7c86aeebda24a2c89f304e1636c0f"}}}', 'UTF8'), 1800000019.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 75, convert_to('{"fact":"Contributed","seat":0,"value":"ff112233445566778899aabbccddeeff"}', 'UTF8'), 1800000019.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 76, convert_to('{"fact":"ChanceDrawn","outcome":"first 3"}', 'UTF8'), 1800000020.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 77, convert_to('{"fact":"ChanceDrawn","outcome":"1+1 r4 y1 g5 b1"}', 'UTF8'), 1800000020.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 78, convert_to('{"fact":"Chose","seat":2,"choice":"r2"}', 'UTF8'), 1800000020.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('played-table-001', 79, convert_to('{"fact":"Chose","seat":0,"choice":"-"}', 'UTF8'), 1800000020.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('waiting-table-01', 1, convert_to('{"fact":"Opened","game":"dice","options":{},"seats":[null,null],"settings":{},"code":"BADENO"}', 'UTF8'), 1800000021.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('waiting-table-01', 2, convert_to('{"fact":"Committed","secret":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}', 'UTF8'), 1800000021.5);
INSERT INTO qwixx.facts (table_name, number, fact, at) VALUES ('waiting-table-01', 3, convert_to('{"fact":"SeatTaken","seat":0,"name":"Eva","secret_hash":"ce2dbe33ccf77773f7ee73f245b93317baebc9ac00ad3ad9227c1b052749a44f","face":"bear"}', 'UTF8'), 1800000022.5);
INSERT INTO qwixx.games (table_name, number) VALUES ('played-table-001', 12);
INSERT INTO qwixx.games (table_name, number) VALUES ('played-table-001', 74);
INSERT INTO qwixx.tables (name, version, touched) VALUES ('pad-of-two-00001', 19, 1800000028.0);
INSERT INTO qwixx.tables (name, version, touched) VALUES ('played-table-001', 79, 1800000021.0);
INSERT INTO qwixx.tables (name, version, touched) VALUES ('waiting-table-01', 3, 1800000023.0);
INSERT INTO qwixx.codes (code, table_name) VALUES ('BADENO', 'waiting-table-01');
INSERT INTO qwixx.dice_counts (game, white_11, white_12, white_13, white_14, white_15, white_16, white_21, white_22, white_23, white_24, white_25, white_26, white_31, white_32, white_33, white_34, white_35, white_36, white_41, white_42, white_43, white_44, white_45, white_46, white_51, white_52, white_53, white_54, white_55, white_56, white_61, white_62, white_63, white_64, white_65, white_66, red_1, red_2, red_3, red_4, red_5, red_6, yellow_1, yellow_2, yellow_3, yellow_4, yellow_5, yellow_6, green_1, green_2, green_3, green_4, green_5, green_6, blue_1, blue_2, blue_3, blue_4, blue_5, blue_6) VALUES ('bf725245342b2123e28bd5be2d0d05d1', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0);
UPDATE qwixx.schema_version SET version = 1;
