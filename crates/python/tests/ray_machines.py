"""Ray for tests: started on loopback addresses, and ended whatever happens."""

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

LOOPBACK = "127.0.0.1"
MEMORY = 100 << 20
# Read by Ray when it is imported, which is done later. Without a token it makes one, and keeps it at home.
os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32), RAY_USAGE_STATS_ENABLED="0")
# Ray takes the address of a network for that of this machine, unless there can be no cluster.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
# Workers find what tests import where this process does.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
# What Ray calls the process of a worker that plays.
UNIT = "ray::gaslamp_unit"

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None or not Path("/proc/self").exists(),
    reason="Ray is not installed (crates/python/requirements-ray.txt), or this is not Linux",
)
needs_time = pytest.mark.skipif("GASLAMP_RAY" not in os.environ, reason="takes minutes: ./x ray")


@contextlib.contextmanager
def time_limit(seconds):
    """Raises TimeoutError in the test, so that what it has started is ended."""

    def over(*_):
        raise TimeoutError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def directory():
    """For the files of Ray. Names of its sockets have at most 107 bytes, and pytest's directories are too long for that."""
    path = tempfile.mkdtemp(prefix="gaslamp-ray-")
    try:
        yield path
    finally:
        end(processes(path))
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def machine(cpus=2):
    """Ray in one machine, with this process connected to it."""
    import ray

    with directory() as path:
        try:
            ray.init(
                "local",
                num_cpus=cpus,
                include_dashboard=False,
                object_store_memory=MEMORY,
                _node_ip_address=LOOPBACK,
                _temp_dir=path,
            )
            yield path
        finally:
            ray.shutdown()


# `ray start`, except that this machine is called by its loopback address and not by that of a network.
START = f"""
from ray._private import services
services.resolve_ip_for_localhost = lambda host: host
services.get_node_ip_address = lambda address=None: {LOOPBACK!r}
from ray.scripts.scripts import main
main()
"""


def start_node(path, address=None, cpus=1):
    """Starts a node of a cluster; the first one has the address."""
    where = [f"--address={address}"] if address else ["--head", f"--port={free_port()}", f"--temp-dir={path}"]
    command = [sys.executable, "-c", START, "start", *where, f"--node-ip-address={LOOPBACK}"]
    command += [f"--num-cpus={cpus}", f"--object-store-memory={MEMORY}", "--block"]
    if not address:
        command += ["--include-dashboard=false"]
    with open(f"{path}/node-{secrets.token_hex(2)}.log", "w") as log:
        environment = {**os.environ, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1"}
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment)
    port = where[1].removeprefix("--port=") if not address else None
    return process, address or f"{LOOPBACK}:{port}"


def free_port():
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def cluster(nodes=2, cpus=1):
    """Nodes on this machine, as if they were many, with this process connected to them. Emits the directory, the address and the nodes."""
    import ray

    started = []
    with directory() as path:
        try:
            process, address = start_node(path, cpus=cpus)
            started.append(process)
            connect(address)
            for _ in range(nodes - 1):
                started.append(start_node(path, address, cpus)[0])
            wait_until(lambda: ray.cluster_resources().get("CPU") == nodes * cpus)
            yield path, address, started
        finally:
            ray.shutdown()
            end([pid for process in started for pid in [process.pid, *below(process.pid)]])
            for process in started:
                process.wait(timeout=60)


def connect(address):
    import ray

    # The first node takes seconds to begin.
    for left in reversed(range(60)):
        try:
            return ray.init(address, _node_ip_address=LOOPBACK, log_to_driver=False)
        except (ConnectionError, RuntimeError, TimeoutError, ValueError):
            if not left:
                raise
            time.sleep(0.5)


def wait_until(is_so, seconds=60):
    for _ in range(seconds * 20):
        if is_so():
            return
        time.sleep(0.05)
    raise TimeoutError("this does not come to be")


def running():
    """Every process: its parent and its command line."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            found[int(path.name)] = (parent, (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return found


def below(*pids):
    """The children of processes, and theirs."""
    all_of_them, found = running(), set(pids)
    while True:
        more = {pid for pid, (parent, _) in all_of_them.items() if parent in found} - found
        if not more:
            return found - set(pids)
        found |= more


def processes(path):
    """What Ray runs with its files in this directory, and nothing else."""
    own = {pid for pid, (_, line) in running().items() if path in line} - {os.getpid()}
    return own | below(*own)


def end(pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def units(path):
    """The workers that play a unit."""
    all_of_them = running()
    return [pid for pid in processes(path) if pid in all_of_them and all_of_them[pid][1].startswith(UNIT)]


class Killer(threading.Thread):
    """Kills workers that play, at random moments, until there were so many."""

    def __init__(self, path, kills, chance, pause):
        super().__init__(daemon=True)
        self.path, self.kills, self.chance, self.pause = path, kills, chance, pause
        self.killed = []
        self.is_over = threading.Event()

    def run(self):
        while len(self.killed) < self.kills and not self.is_over.wait(self.chance.uniform(*self.pause)):
            if playing := units(self.path):
                pid = self.chance.choice(playing)
                end([pid])
                self.killed.append(pid)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.join()
