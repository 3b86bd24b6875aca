"""Stand-ins for packages that a browser has none of; each lies there at the top of all packages."""
