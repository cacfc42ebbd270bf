"""OpenStack Swift with its S3 interface: one proxy, one account, container and object server, in one process.

Arguments: a folder of its own. Prints the port once it answers; ends when its standard input ends.
"""
import logging
import os
import sys
from array import array

import eventlet
from eventlet import wsgi

eventlet.monkey_patch()

from swift.common import utils
from swift.common.ring import RingData

folder = sys.argv[1]
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'sda1'))
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as conf:
    conf.write('[swift-hash]\nswift_hash_path_prefix = halyard\nswift_hash_path_suffix = test\n')
utils.validate_configuration()
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b'halyard', b'test'

from swift.common import storage_policy
storage_policy.reload_storage_policies()

from swift.account import server as account_server
from swift.common.wsgi import loadapp
from swift.container import server as container_server
from swift.obj import mem_server, server as object_server


def keeps_attributes():
    """Whether the folder's file system has the extended attributes in which Swift keeps what belongs to an object."""
    probe = os.path.join(folder, 'probe')
    open(probe, 'w').close()
    try:
        os.setxattr(probe, 'user.swift.probe', b'1')
        return True
    except OSError:
        return False


class Quiet(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.ERROR:
            print(self.format(record), file=sys.stderr)


logging.getLogger().addHandler(Quiet())
SETTINGS = {
    'devices': devices, 'swift_dir': folder, 'mount_check': 'false', 'fallocate_reserve': '0',
    'disable_fallocate': 'true', 'bind_ip': '127.0.0.1', 'workers': '0', 'log_level': 'ERROR',
}
objects = object_server.ObjectController if keeps_attributes() else mem_server.ObjectController
backends = {
    'account': account_server.AccountController,
    'container': container_server.ContainerController,
    'object': objects,
}


def serve(sock, app):
    eventlet.spawn_n(wsgi.server, sock, app, open(os.devnull, 'w'), max_size=256, log_output=False)


for name, make in backends.items():
    sock = eventlet.listen(('127.0.0.1', 0), backlog=256)
    device = {
        'id': 0, 'zone': 0, 'device': 'sda1', 'ip': '127.0.0.1', 'port': sock.getsockname()[1],
        'replication_ip': '127.0.0.1', 'replication_port': sock.getsockname()[1], 'weight': 1,
    }
    RingData([array('H', [0, 0, 0, 0])], [device], 30).save(os.path.join(folder, name + '.ring.gz'))
    serve(sock, make(SETTINGS, utils.get_logger(SETTINGS, log_route=name)))

listening = eventlet.listen(('127.0.0.1', 0), backlog=256)
port = listening.getsockname()[1]
PROXY = '''
[DEFAULT]
swift_dir = {folder}
bind_port = {port}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
node_timeout = 60
recoverable_node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_halyard_writer = secretwords .admin
[filter:slo]
use = egg:swift#slo
'''
path = os.path.join(folder, 'proxy.conf')
with open(path, 'w') as conf:
    conf.write(PROXY.format(folder=folder, port=port))
serve(listening, loadapp(path, global_conf={}))
print(port, flush=True)
while eventlet.tpool.execute(sys.stdin.buffer.read, 1):
    pass
