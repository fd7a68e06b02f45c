"""The routes: each reads a request, calls one service and renders the answer."""
