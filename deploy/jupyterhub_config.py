"""The tutor on a JupyterHub: everybody who signs in comes to the tutor, and to JupyterLab at its own address.

Put these lines into jupyterhub_config.py; on The Littlest JupyterHub save this file as
/opt/tljh/config/jupyterhub_config.d/rallyman_tutor.py. docs/hosting.md says the rest.
"""

import sys
from importlib.util import find_spec

c = get_config()  # noqa: F821  # JupyterHub brings it

c.Spawner.default_url = "/rallyman/"
c.Spawner.mem_limit = "512M"  # for spawners that can limit: the number of pages that one user may open follows from it
c.Spawner.cpu_limit = 1.0
c.JupyterHub.active_server_limit = 100  # users at once

# Who stops servers on which nobody does anything: pip install jupyterhub-idle-culler. The Littlest JupyterHub has this done already.
if find_spec("jupyterhub_idle_culler") and "services" not in c.JupyterHub:
    c.JupyterHub.load_roles = [
        {
            "name": "rallyman-culler",
            "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
            "services": ["rallyman-culler"],
        }
    ]
    c.JupyterHub.services = [
        {
            "name": "rallyman-culler",
            "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=1200", "--cull-every=120"],
        }
    ]
