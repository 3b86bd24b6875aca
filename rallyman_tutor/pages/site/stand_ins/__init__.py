"""What stands in a browser in the place of packages that there are none of; each lies there at the top of all packages."""
