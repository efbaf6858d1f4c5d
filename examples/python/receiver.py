import hashlib
import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ["PRIVATE_KEY"].encode()
PORT = int(os.environ.get("PORT", "4000"))

# json reads nested values by recursion. The 4096 bytes of metadata have room for two thousand levels.
sys.setrecursionlimit(10_000)

# Deliveries may come twice. In earnest this is a table with a unique key.
seen = set()


def is_genuine(raw_body: bytes, header: str) -> bool:
    """Compares bytes with bytes: the body is as it came, before any parsing."""
    expected = hmac.new(KEY, raw_body, hashlib.sha512).hexdigest()
    return hmac.compare_digest(header.encode("latin-1"), expected.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if not is_genuine(raw_body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401, {"error": "invalid signature"})
        # Answer first, work afterwards: the sender waits for ten seconds at most.
        self.answer(200, {"received": True})
        if not raw_body:
            return
        event = json.loads(raw_body)
        reference = event["data"]["reference"]
        if event["eventType"] == "TICKET_PURCHASED" and reference not in seen:
            seen.add(reference)
            print(f"sold: {reference}", flush=True)

    def answer(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
