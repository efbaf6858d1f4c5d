import type { VNode } from 'preact';
import { writeMoment } from '../../shared/format-moment.ts';
import { useClock } from '../components/clock.ts';
import { writeMoney } from '../components/write-money.ts';
import { useAuditTexts, type AuditTexts } from './texts.ts';

type Money = { locale: string; currency: string };
type Fields = Record<string, unknown> | null;

/** The changed fields, each with its value before and after. */
export function ChangedFields({
  before,
  after,
  currency,
  locale,
}: {
  before: Fields;
  after: Fields;
  /** The currency of amounts, unless the change names another. */
  currency: string;
  locale: string;
}): VNode | null {
  const texts = useAuditTexts();
  const clock = useClock();
  const named = after?.['currency'] ?? before?.['currency'];
  const money = { locale, currency: typeof named === 'string' ? named : currency };
  const { audit } = texts;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <dl class="small changed-fields">
      {names.map((name) => (
        <div key={name}>
          <dt>{audit.field(name) ?? toWords(name)}</dt>
          <dd>
            {before && name in before && (
              <>
                <del>{writeField(name, before[name], { texts, money, clock })}</del>
                {after && name in after && <span class="arrow" aria-label={audit.became} role="img" />}
              </>
            )}
            {after && name in after && <ins>{writeField(name, after[name], { texts, money, clock })}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `feesAbsorbed` becomes "Fees absorbed", which is good enough for a field without a text. */
function toWords(name: string): string {
  const words = name
    .replace(MINOR, '')
    .replace(BASIS_POINTS, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// An amount in the smallest unit of the named currency.
const MINOR = /Minor$/;
const BASIS_POINTS = /[Bb]asisPoints$/;
// The log has only the names of a buyer's fields.
const CHANGED = '(changed)';
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function writeField(
  name: string,
  value: unknown,
  { texts, money, clock }: { texts: AuditTexts; money: Money; clock: ReturnType<typeof useClock> },
): string {
  if (MINOR.test(name) && typeof value === 'number') return writeMoney(value, money);
  if (BASIS_POINTS.test(name) && typeof value === 'number') return writePercent(value, money.locale);
  if (typeof value === 'string' && MOMENT.test(value)) return writeMoment(value, clock);
  const known = typeof value === 'string' ? texts.audit.valueOf(name, value) : undefined;
  return known ?? write(value, texts, money.locale);
}

const writePercent = (basisPoints: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);

function write(value: unknown, texts: AuditTexts, locale: string): string {
  const { audit, parts, shell } = texts;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return audit.nothing;
  if (typeof value === 'boolean') return value ? parts.conflict.yes : parts.conflict.no;
  if (value === 'all') return audit.allEvents;
  if (value === CHANGED) return audit.changedValue;
  if (typeof value === 'string') return Object.hasOwn(shell.roles, value) ? roleName(value, texts) : value;
  if (Array.isArray(value)) return value.map((entry) => write(entry, texts, locale)).join(', ');
  return typeof value === 'number' ? writeNumber(value, locale) : JSON.stringify(value);
}

// Coordinates keep all their digits.
const writeNumber = (value: number, locale: string): string =>
  value.toLocaleString(locale, { maximumFractionDigits: 10 });

const roleName = (role: string, { shell }: AuditTexts): string =>
  shell.roles[role as keyof typeof shell.roles];
