"""The web application: routes, services, store and views around the engine."""
