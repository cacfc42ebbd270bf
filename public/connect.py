#!/usr/bin/env python3
"""What nc is for a port, for an instance behind a tunnel: python3 connect.py wss://ctf.example.org/api/proxy/ID

Ends when the service hangs up, whatever stdin does. Exit code: 0 after that, 1 with a line on stderr for any other end,
2 for a wrong call. With pwntools: io = process(['python3', 'connect.py', URL])"""
import base64, os, signal, socket, ssl, sys, threading
from urllib.parse import urlsplit

STATUS = {'403': 'This address is not for you.', '404': 'This address opens nothing, or no more.',
          '400': 'Too many connections are open.', '418': 'The service does not answer.'}
CODES = {1000: '', 1001: 'The platform stops; connect again.', 1011: 'The connection to the service broke.',
         4001: 'The instance has ended.', 4002: 'This address is good no more.', 4003: 'It was silent for too long.'}

def leave(words='', code=1):
    if words:
        print(words, file=sys.stderr, flush=True)
    os._exit(code)  # The thread that reads stdin does not end by itself.

def send(sock, lock, opcode, data):
    size, key = len(data), os.urandom(4)
    length = bytes([128 | size]) if size < 126 else b'\xfe' + size.to_bytes(2, 'big')
    masked = int.from_bytes(data, 'big') ^ int.from_bytes((key * (size // 4 + 1))[:size], 'big')
    with lock:
        sock.sendall(bytes([128 | opcode]) + length + key + masked.to_bytes(size, 'big'))

def send_stdin(sock, lock):
    try:
        while data := os.read(0, 65535):
            send(sock, lock, 2, data)
    except OSError:
        pass  # Whoever reads the socket says why.

def connect(url):
    tls = url.scheme in ('wss', 'https')
    sock = socket.create_connection((url.hostname, url.port or (443 if tls else 80)))
    sock = ssl.create_default_context().wrap_socket(sock, server_hostname=url.hostname) if tls else sock
    sock.sendall((f'GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
                  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: '
                  f'{base64.b64encode(os.urandom(16)).decode()}\r\n\r\n').encode())
    stream = sock.makefile('rb')
    status = stream.readline().decode('latin-1')[9:12]
    while stream.readline().strip():
        pass
    if status != '101':
        leave(STATUS.get(status, f'The platform answered {status or "nothing"}.'))
    return sock, stream

def main(url):
    if url.scheme not in ('ws', 'wss', 'http', 'https') or not url.hostname:
        raise ValueError
    sock, stream = connect(url)
    lock = threading.Lock()
    threading.Thread(target=send_stdin, args=(sock, lock), daemon=True).start()
    while len(head := stream.read(2)) == 2:
        opcode, size = head[0] & 15, head[1]
        data = stream.read(size if size < 126 else int.from_bytes(stream.read(2 if size == 126 else 8), 'big'))
        if opcode < 8:  # Bytes of the service.
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        elif opcode == 8:  # The end, with its reason.
            code = int.from_bytes(data[:2], 'big')
            leave(CODES.get(code, f'The connection ended ({code}).'), 0 if code == 1000 else 1)
        elif opcode == 9:  # A ping; 10 is its answer.
            send(sock, lock, 10, data)
    leave('The connection broke.')

signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    main(urlsplit(sys.argv[1] if len(sys.argv) == 2 else ''))
except BrokenPipeError:
    leave()  # Nobody reads what comes.
except OSError as error:  # Before ValueError, which a wrong certificate is as well.
    leave(f'The platform could not be reached: {error}')
except ValueError:
    leave('usage: python3 connect.py wss://ctf.example.org/api/proxy/ID', 2)
