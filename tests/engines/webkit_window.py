"""A WebKitGTK window of any size without toolbars: the browser that WebKitWebDriver starts.

It runs in the system's Python, which has the GTK bindings. WebKit's MiniBrowser cannot be as narrow as a phone.
"""

from typing import Any

SIZE = (360, 740)


def main() -> None:
    # Only the system's Python has these.
    import gi  # type: ignore[import-not-found,unused-ignore]

    gi.require_version("Gtk", "3.0")
    gi.require_version("WebKit2", "4.1")
    from gi.repository import GLib, Gtk, WebKit2  # type: ignore[import-not-found,unused-ignore]

    # Makes pages prefer reduced motion.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
    # WebKit prints no console messages of an ephemeral context; this one's folders come from the environment.
    data = WebKit2.WebsiteDataManager(
        base_data_directory=GLib.get_user_data_dir(), base_cache_directory=GLib.get_user_cache_dir()
    )
    context = WebKit2.WebContext.new_with_website_data_manager(data)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB"])

    def open_view(*_: object) -> Any:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window = Gtk.Window()
        window.set_decorated(False)
        window.set_default_size(*SIZE)
        window.add(view)
        window.show_all()
        return view

    def start(_: object, session: Any) -> None:
        about = WebKit2.ApplicationInfo()
        about.set_name("MiniBrowser")
        about.set_version(
            WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
        )
        session.set_application_info(about)
        session.connect("create-web-view", open_view)

    context.connect("automation-started", start)
    Gtk.main()


if __name__ == "__main__":
    main()
