"""The whole house: the list of features, the application and the command `rampart`."""
