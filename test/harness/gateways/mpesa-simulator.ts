import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exactNumber } from '../../../src/payments/exact-json.ts';
import { answerWrong } from './run-simulator.ts';
import type { Fault } from './simulator.ts';
import type { PaymentAccount } from '../../../src/payments/payment-accounts.ts';

// After the documents of Daraja's portal (Authorization, M-PESA Express, M-PESA Express Query, Reversal) as they were in 2025. Not looked up: whether a
// part of a payment can be reversed, and how the query answers about a prompt of an hour ago.

export type SimulatedPrompt = {
  name: string;
  phone: string;
  amount: string;
  account: string;
  type: string;
  partyB: string;
  callbackUrl: string;
  /** Null: the buyer has done nothing yet. */
  code: string | null;
  receipt: string | null;
  /** So many queries still find it under way. */
  pendingQueries: number;
};

export type SimulatedReversal = { receipt: string; amount: string; resultUrl: string };

type MpesaFault = Fault | 'in_process' | 'old_token';
type MpesaAction = 'token' | 'push' | 'query' | 'reverse';

const DESCRIPTIONS: Record<string, string> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '1032': 'Request cancelled by user.',
  '1037': 'DS timeout user cannot be reached.',
  '2001': 'The initiator information is invalid.',
};

export type MpesaSimulator = Awaited<ReturnType<typeof startMpesaSimulator>>;

/** Daraja on a real port: phones that get prompts, and a test that plays their owners. */
export async function startMpesaSimulator(
  given: Partial<PaymentAccount['credentials']> & { tillNumber?: string; initiator?: string } = {},
) {
  const credentials = {
    consumerKey: randomBytes(12).toString('hex'),
    secretKey: randomBytes(12).toString('hex'),
    shortcode: '174379',
    tillNumber: '',
    passkey: randomBytes(16).toString('hex'),
    initiator: 'tessera',
    securityCredential: randomBytes(32).toString('base64'),
    ...given,
  };
  const account = { gateway: 'mpesa', credentials } as const satisfies PaymentAccount;
  const tokens = new Set<string>();
  const prompts = new Map<string, SimulatedPrompt>();
  const reversals: SimulatedReversal[] = [];
  const requests: {
    action: MpesaAction;
    method: string;
    path: string;
    body: Record<string, string>;
  }[] = [];
  const faults: { action: MpesaAction; fault: MpesaFault }[] = [];
  const hanging = new Set<ServerResponse>();
  const leaveHanging = (response: ServerResponse): void => {
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
  };
  // Names are M-Pesa's own, for all accounts.
  const series = randomBytes(6).toString('hex');
  let count = 0;

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const takeFault = (action: MpesaAction): MpesaFault | null => {
    const index = faults.findIndex((candidate) => candidate.action === action);
    return index < 0 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url);
    const sent = await text(request);
    const action = ACTIONS[`${request.method} ${pathname}`];
    if (!action) return reply(response, 404, failure('404.001.01', 'Resource not found'));
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, string>);
    requests.push({ action, method: request.method ?? '', path: request.url ?? '', body });
    const fault = takeFault(action);
    const refused = {
      status: 400,
      body: failure('400.002.02', `Bad Request - Invalid ${credentials.passkey}`),
    };
    const isOwn = fault === 'in_process' || fault === 'old_token';
    if (fault !== null && !isOwn && answerWrong(response, fault, { refused, leaveHanging })) return;
    if (action === 'token') {
      const basic = Buffer.from(`${credentials.consumerKey}:${credentials.secretKey}`).toString('base64');
      if (request.headers.authorization !== `Basic ${basic}`)
        return reply(response, 400, failure('400.008.01', 'Invalid Authentication passed'));
      const token = randomBytes(12).toString('hex');
      tokens.add(token);
      return reply(response, 200, { access_token: token, expires_in: '3599' });
    }
    if (fault === 'old_token') tokens.clear();
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) return reply(response, 404, failure('404.001.03', 'Invalid Access Token'));
    if (action !== 'reverse' && !isSigned(body))
      return reply(response, 500, failure('500.001.1001', 'Wrong credentials'));
    if (fault === 'in_process')
      return reply(
        response,
        500,
        failure(
          '500.001.1001',
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
        ),
      );
    const [status, answer] = ANSWERS[action](body);
    if (fault === 'hang_after') return leaveHanging(response);
    if (fault === 'reset_after') return void response.destroy();
    if (fault === 'unavailable_after') return reply(response, 503, { message: 'upstream timed out' });
    reply(response, status, answer);
  }

  const isSigned = ({ Password, Timestamp = '' }: Record<string, string>): boolean =>
    Password ===
      Buffer.from(`${credentials.shortcode}${credentials.passkey}${Timestamp}`).toString('base64') &&
    /^20\d{12}$/.test(Timestamp);

  const ANSWERS: Record<Exclude<MpesaAction, 'token'>, (body: Record<string, string>) => [number, object]> = {
    push(body) {
      const { PhoneNumber = '', Amount = '', AccountReference = '', CallBackURL = '' } = body;
      if (!/^254(7|1)\d{8}$/.test(PhoneNumber))
        return [400, failure('400.002.02', 'Bad Request - Invalid PhoneNumber')];
      if (!/^[1-9]\d*$/.test(Amount)) return [400, failure('400.002.02', 'Bad Request - Invalid Amount')];
      if (AccountReference.length > 12)
        return [400, failure('400.002.02', 'Bad Request - Invalid AccountReference')];
      const name = `ws_CO_${series}${String(++count).padStart(8, '0')}`;
      prompts.set(name, {
        name,
        phone: PhoneNumber,
        amount: Amount,
        account: AccountReference,
        type: body['TransactionType'] ?? '',
        partyB: body['PartyB'] ?? '',
        callbackUrl: CallBackURL,
        code: null,
        receipt: null,
        pendingQueries: 0,
      });
      return [
        200,
        {
          MerchantRequestID: randomBytes(8).toString('hex'),
          CheckoutRequestID: name,
          ResponseCode: '0',
          ResponseDescription: 'Success. Request accepted for processing',
          CustomerMessage: 'Success. Request accepted for processing',
        },
      ];
    },
    query({ CheckoutRequestID = '' }) {
      const prompt = prompts.get(CheckoutRequestID);
      if (!prompt) return [400, failure('400.002.02', 'Bad Request - Invalid CheckoutRequestID')];
      const isPending = prompt.code === null || prompt.pendingQueries-- > 0;
      if (isPending) return [500, failure('500.001.1001', 'The transaction is being processed')];
      return [
        200,
        {
          ResponseCode: '0',
          ResponseDescription: 'The service request has been accepted successsfully',
          MerchantRequestID: randomBytes(8).toString('hex'),
          CheckoutRequestID: prompt.name,
          ResultCode: prompt.code ?? '',
          ResultDesc: DESCRIPTIONS[prompt.code ?? ''] ?? '',
        },
      ];
    },
    reverse({ Initiator, SecurityCredential, TransactionID = '', Amount = '', ResultURL = '' }) {
      if (Initiator !== credentials.initiator || SecurityCredential !== credentials.securityCredential)
        return [400, failure('400.002.02', 'Bad Request - Invalid Initiator')];
      reversals.push({ receipt: TransactionID, amount: Amount, resultUrl: ResultURL });
      return [
        200,
        {
          OriginatorConversationID: randomBytes(8).toString('hex'),
          ConversationID: `AG_${randomBytes(8).toString('hex')}`,
          ResponseCode: '0',
          ResponseDescription: 'Accept the service request successfully.',
        },
      ];
    },
  };

  const newest = (): SimulatedPrompt => {
    const prompt = [...prompts.values()].at(-1);
    assert(prompt, 'no phone has got a prompt');
    return prompt;
  };

  async function call(address: string, body: object): Promise<number> {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  const simulator = {
    url,
    account,
    prompts,
    reversals,
    requests,
    newest,
    faultNext: (action: MpesaAction, fault: MpesaFault): void => void faults.push({ action, fault }),
    /** The owner of the phone types the PIN, or does not: by M-Pesa's code for it. */
    end(prompt: SimulatedPrompt, code: string): void {
      prompt.code = code;
      if (code === '0') prompt.receipt = `QK${randomBytes(4).toString('hex').toUpperCase()}`;
    },
    /** Tells of it, as M-Pesa does by itself. Answers with which status it was taken. */
    callBack: (prompt: SimulatedPrompt, address = prompt.callbackUrl): Promise<number> =>
      call(address, {
        Body: {
          stkCallback: {
            MerchantRequestID: '29115-34620561-1',
            CheckoutRequestID: prompt.name,
            ResultCode: exactNumber(prompt.code ?? '1037'),
            ResultDesc: DESCRIPTIONS[prompt.code ?? '1037'] ?? '',
            ...(prompt.receipt !== null && {
              CallbackMetadata: {
                Item: [
                  { Name: 'Amount', Value: exactNumber(`${prompt.amount}.00`) },
                  { Name: 'MpesaReceiptNumber', Value: prompt.receipt },
                  { Name: 'Balance' },
                  { Name: 'TransactionDate', Value: exactNumber('20191219102115') },
                  { Name: 'PhoneNumber', Value: exactNumber(prompt.phone) },
                ],
              },
            }),
          },
        },
      }),
    /** The result of a reversal. */
    tellResult: (
      reversal: SimulatedReversal,
      code: string,
      words = 'The service request is processed successfully.',
    ) =>
      call(reversal.resultUrl, {
        Result: {
          ResultType: 0,
          ResultCode: code,
          ResultDesc: words,
          TransactionID: 'SKE52PAWR9',
          ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example' } },
        },
      }),
    forgetFaults: (): number => faults.splice(0).length,
    async close(): Promise<void> {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve, reject) =>
        server.close((error) => (error ? reject(error) : resolve())),
      );
    },
  };
  return simulator;
}

const ACTIONS: Record<string, MpesaAction> = {
  'GET /oauth/v1/generate': 'token',
  'POST /mpesa/stkpush/v1/processrequest': 'push',
  'POST /mpesa/stkpushquery/v1/query': 'query',
  'POST /mpesa/reversal/v1/request': 'reverse',
};

const failure = (errorCode: string, errorMessage: string): object => ({
  requestId: '1c5b-4ba8',
  errorCode,
  errorMessage,
});

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
