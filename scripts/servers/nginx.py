"""nginx in front of servers under test."""
import os
import shutil
import socket
import subprocess
import time

CONFIGURATION = """
daemon off;
master_process off;
pid %(folder)s/nginx.pid;
error_log %(folder)s/error.log info;
events { worker_connections 4096; }
http {
  access_log %(folder)s/access.log;
  client_body_temp_path %(folder)s/body;
  proxy_temp_path %(folder)s/proxy;
  fastcgi_temp_path %(folder)s/fastcgi;
  uwsgi_temp_path %(folder)s/uwsgi;
  scgi_temp_path %(folder)s/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream hearth { %(upstream)s }
  server {
    listen 127.0.0.1:%(port)d reuseport;
    location %(location)s {
      proxy_pass http://hearth;
      proxy_http_version 1.1;
      # The port is not a default one, so that Host must contain it.
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      %(directives)s
    }
  }
}
"""


class Nginx:
    """nginx on a free port."""

    def __init__(self, folder, upstream, location="/", directives=""):
        """- upstream: the content of its `upstream` block.
        - location: the path below which it passes requests; others get 404.
        - directives: further ones of the location."""
        os.makedirs(folder)
        # The port stays reserved for this process: nginx shares it by SO_REUSEPORT.
        self.reservation = socket.socket()
        self.reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.reservation.bind(("127.0.0.1", 0))
        self.port = self.reservation.getsockname()[1]
        file = os.path.join(folder, "nginx.conf")
        with open(file, "w") as out:
            out.write(CONFIGURATION % {
                "folder": folder, "upstream": upstream, "port": self.port, "location": location, "directives": directives})
        program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
        with open(os.path.join(folder, "stderr"), "wb") as errors:
            self.process = subprocess.Popen(
                [program, "-c", file, "-p", folder, "-e", os.path.join(folder, "error.log")], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors)
        deadline = time.monotonic() + 30
        while not self.accepts():
            assert time.monotonic() < deadline, "nginx does not listen: see %s" % folder
            time.sleep(0.02)

    def accepts(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.reservation.close()
