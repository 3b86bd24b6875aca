"""The places of the page, one file each: how it is opened, which intents it takes, and how it is shown beside a
board."""
