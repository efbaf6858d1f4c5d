import { userInfo } from 'node:os';
import { OPERATOR, type Actor } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { findRefund } from '../orders/find-refund.ts';
import { listRefunds, STUCK_AFTER_HOURS, type ListedRefund } from '../orders/list-refunds.ts';
import { retryRefund } from '../orders/retry-refund.ts';
import { settleRefundByHand } from '../orders/settle-refund-by-hand.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { money, printOrder, timeOf } from './print-order.ts';
import { readLimit } from './read-limit.ts';
import { readWords } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera refunds <command>

  list [--all] [--limit <n>] [--json]
                        the refunds that need attention: refused by the gateway, failed there, or not accepted by
                        it within ${STUCK_AFTER_HOURS} hours. With --all: every refund, the newest first
  show <id>             the refund's order, its money and its history
  retry <id> [--by <name>]
                        ask the gateway again, after checking that it has not paid meanwhile
  settle <id> --reason <text> [--even-if-under-way] [--by <name>]
                        mark it as settled outside the gateway: the order's history keeps the reason and your name,
                        and the buyer gets an e-mail. If the gateway may still pay, the buyer
                        could be paid twice: confirm that with --even-if-under-way`;

const MAX_NAME_CHARACTERS = 100;

type Options = { all?: boolean; limit?: string; json?: boolean; reason?: string; by?: string };
type Command = { options: (keyof Options | 'even-if-under-way')[]; takesId: boolean };

const COMMANDS: Record<string, Command> = {
  list: { options: ['all', 'limit', 'json'], takesId: false },
  show: { options: [], takesId: true },
  retry: { options: ['by'], takesId: true },
  settle: { options: ['reason', 'even-if-under-way', 'by'], takesId: true },
};

/** Refunds that need a person. Works beside a running program, which asks the gateways. */
export async function refunds(words: string[]): Promise<void> {
  const { values, positionals } = readWords('refunds', words, {
    all: { type: 'boolean' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    reason: { type: 'string' },
    'even-if-under-way': { type: 'boolean' },
    by: { type: 'string' },
  });
  const [name = 'help', refundId, ...more] = positionals;
  if (name === 'help') return print(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  const stray = Object.keys(values).find((option) => !command.options.some((known) => known === option));
  if (stray) throw new ConfigError(`refunds ${name} takes no --${stray}: see tessera refunds help.`);
  if (!command.takesId) {
    if (refundId !== undefined) throw new ConfigError('refunds list takes no id: see tessera refunds help.');
    return list(values);
  }
  if (refundId === undefined || more.length > 0)
    throw new ConfigError(`refunds ${name} takes one refund's id, as refunds list shows it.`);
  if (name === 'settle' && values.reason === undefined)
    throw new ConfigError('refunds settle needs --reason: say how it was settled.');
  const by = readBy(values.by);
  await withDatabase(async ({ database }) => {
    const asked: Asked = { seenBy: 'operator', refundId, actor: OPERATOR, by };
    if (name === 'retry') await retry(database, asked);
    if (name === 'settle') {
      const reason = values.reason ?? '';
      const evenIfUnderWay = values['even-if-under-way'] ?? false;
      const { isNew } = await changeAsOperator(database, (tx) =>
        settleRefundByHand(tx, { ...asked, reason, evenIfUnderWay }),
      );
      print(isNew ? '  Settled. The buyer will get an e-mail.' : '  It was already settled.');
    }
    const { orderId } = await findRefund(database, asked);
    await printOrder(database, orderId);
  });
}

async function list(values: Options): Promise<void> {
  const limit = readLimit(values.limit);
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    const which = values.all ? 'all' : 'need_attention';
    const found = await listRefunds(database, { seenBy: 'operator', which, limit });
    if (values.json) return printJson(found);
    if (found.length === 0) print(values.all ? '  There are none.' : '  No refund needs attention.');
    for (const line of found.flatMap(describe)) print(`  ${line}`);
  });
}

function describe(refund: ListedRefund): string[] {
  const { id, status, amountMinor, currency, reference, eventName, reason, note, gateway, createdAt } =
    refund;
  return [
    `${bold(status)}  ${money(amountMinor, currency)} (${reason}) of ${reference} by ${gateway}, ${visible(eventName)}`,
    dim(`    ${id}, since ${timeOf(createdAt)}`),
    ...(note === null ? [] : [`    ${visible(note)}`]),
  ];
}

type Asked = { seenBy: 'operator'; refundId: string; actor: Actor; by: string };

async function retry(database: Database, asked: Asked): Promise<void> {
  const { isNew, status } = await changeAsOperator(database, (tx) => retryRefund(tx, asked));
  if (isNew) print('  It is on its way again.');
  else print(status === 'succeeded' ? '  It was already paid.' : '  It is already under way.');
}

/** The user who runs the command, unless another name is given. */
function readBy(by: string | undefined): string {
  const name = (by ?? userInfo().username).trim();
  if (name.length < 1 || name.length > MAX_NAME_CHARACTERS)
    throw new ConfigError(`--by takes a name of 1 to ${MAX_NAME_CHARACTERS} characters.`);
  return name;
}
