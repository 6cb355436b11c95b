/** Which tables are on this device: by their names, which no server gives. */
import { DEVICE_TABLE_PREFIX as PREFIX } from '../rules'

export const isOnDevice = (table: string): boolean => table.startsWith(PREFIX)

const REQUEST = new RegExp(`^/api/tables/${PREFIX}`)
/** Whether a request is about such a table. */
export const isAboutDevice = (path: string): boolean => REQUEST.test(path)
