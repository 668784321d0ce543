"""`python -m tests.operating.cluster`: every fault, the tables of docs/experiments/cluster.md, and costs."""

import signal
import sys

from tests.operating.cluster.faults import FAULTS
from tests.operating.cluster.machines import Cluster, missing_programs, three_machines
from tests.operating.cluster.trial import cost_of_two_machines, run, tonight

if missing := missing_programs():
    sys.exit(missing)
chosen = tuple(
    fault for fault in FAULTS if not sys.argv[1:] or any(word in fault.title for word in sys.argv[1:])
)
# However it is ended, it ends what it has started.
signal.signal(signal.SIGTERM, signal.default_int_handler)
with three_machines(Cluster) as cluster:
    night = tonight(cluster)
    run(cluster, night, chosen)
    for is_synchronous, (most, median) in cost_of_two_machines(cluster, night).items():
        print(f"| {'two machines' if is_synchronous else 'one'} | {most:.0f} | {median:.0f} ms |")
