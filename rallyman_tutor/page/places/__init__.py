"""The places of the page, one file each: how it is opened, what may be done there, and what of it is shown beside a board."""
