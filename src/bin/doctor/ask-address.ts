import http from 'node:http';
import https from 'node:https';
import { TLSSocket, type PeerCertificate } from 'node:tls';

export type Asked = { status: number; body: string; certificate: PeerCertificate | null };

const MAX_BODY_BYTES = 64 * 1024;

/** One GET over a connection of its own, with the certificate that it met. Redirects are not followed. */
export function askAddress(
  url: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Asked> {
  const { request } = url.toLowerCase().startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { agent: false, signal, headers: { accept: 'application/json', ...headers } },
      (answer) => {
        const { socket } = answer;
        const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : null;
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
          else answer.destroy(new Error('The answer is too long.'));
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8'),
            certificate,
          }),
        );
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}
