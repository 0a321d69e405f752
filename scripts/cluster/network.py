"""A host of its own on this machine, behind a router: network namespaces, between which packets can be dropped."""
import contextlib
import ctypes
import os
import subprocess

from suite import Skip

NETWORK = "10.213.7.0/24"
CLONE_NEWNET = 0x40000000


class Host:
    gateway, address = "10.213.7.1", "10.213.7.6"

    def __init__(self):
        number = os.getpid()
        self.name, self.router = "hearth-host-%d" % number, "hearth-router-%d" % number
        near, far = "hrth-a%d" % number, "hrth-b%d" % number
        try:
            for name in (self.name, self.router):
                self.run("netns", "add", name)
            self.run("link", "add", near, "type", "veth", "peer", "name", "near", "netns", self.router)
            self.run("-n", self.router, "link", "add", "far", "type", "veth", "peer", "name", far, "netns", self.name)
            self.run("addr", "add", self.gateway + "/30", "dev", near)
            self.run("-n", self.router, "addr", "add", "10.213.7.2/30", "dev", "near")
            self.run("-n", self.router, "addr", "add", "10.213.7.5/30", "dev", "far")
            self.run("-n", self.name, "addr", "add", self.address + "/30", "dev", far)
            self.run("link", "set", near, "up")
            for name, links in ((self.router, ("near", "far", "lo")), (self.name, (far, "lo"))):
                for link in links:
                    self.run("-n", name, "link", "set", link, "up")
            self.run("route", "add", "10.213.7.4/30", "via", "10.213.7.2")
            self.run("-n", self.name, "route", "add", "default", "via", "10.213.7.5")
            with self.inside(self.router), open("/proc/sys/net/ipv4/ip_forward", "w") as file:
                file.write("1")
        except (OSError, subprocess.CalledProcessError) as error:
            self.remove()
            raise Skip("network namespaces are not possible here: %s" % (getattr(error, "stderr", None) or error))

    @staticmethod
    def run(*arguments):
        path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
        subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True, env={**os.environ, "PATH": path})

    @contextlib.contextmanager
    def inside(self, name=None):
        """Processes and sockets that this thread makes in the meantime belong to the host, or to the named namespace."""
        libc = ctypes.CDLL(None, use_errno=True)
        with open("/proc/thread-self/ns/net") as outside, open("/run/netns/" + (name or self.name)) as inside:
            if libc.setns(inside.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
            try:
                yield
            finally:
                libc.setns(outside.fileno(), CLONE_NEWNET)

    def cut(self, to_host=True, from_host=True):
        """Drops packets in the named directions, without a message to their sender."""
        for address in [self.address] * to_host + [self.gateway] * from_host:
            self.run("-n", self.router, "route", "add", "blackhole", address + "/32")

    def mend(self):
        for address in (self.address, self.gateway):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.run("-n", self.router, "route", "del", "blackhole", address + "/32")

    def remove(self):
        for name in (self.name, self.router):
            with contextlib.suppress(OSError, subprocess.CalledProcessError):
                self.run("netns", "del", name)
