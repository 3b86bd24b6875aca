"""What `sweep.py` and `attack.py` work out with numpy, by loops that numba compiles (`coach/solver/compiled.py`). Imported where they are used, as numba
takes much memory. `loops.py` has the loops; `packed.py` and `quick.py` hand them their arrays."""
