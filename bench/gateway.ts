import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

// A payment gateway that gives a link to everybody, as Paystack answers, and keeps nothing. A process of its own: in the
// world a gateway is on another machine, and what it costs is nobody's here. Started with: <port>

const [port] = process.argv.slice(2);

createServer((request, response) => {
  void text(request).then((body) => {
    const reference = /"reference":"([^"]*)"/.exec(body)?.[1] ?? '';
    const data = {
      authorization_url: `https://checkout.example/${reference}`,
      access_code: 'bench',
      reference,
    };
    const answer = JSON.stringify({ status: true, message: 'Authorization URL created', data });
    response
      .writeHead(200, ['content-type', 'application/json', 'content-length', String(answer.length)])
      .end(answer);
  });
}).listen(Number(port), '127.0.0.1');
