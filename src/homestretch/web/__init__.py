"""The server: pages for people, an API for programs, events for both."""
