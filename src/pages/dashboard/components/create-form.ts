import { signal, type Signal } from '@preact/signals';
import { checkBody } from '../../../values/check-body.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { onceDrawn } from '../../shared/once-drawn.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import { Declined } from './declined.ts';
import type { Texts } from '../texts/read-texts.ts';
import { keepChanges, type Offer } from './keep-changes.ts';
import type { Kept } from './kept-changes.ts';
import { mergeChanges, type Clash } from './merge-changes.ts';
import { toBody } from './to-body.ts';

type Values = Record<string, unknown>;
/** A field's label, its hint, and the limits by which the server takes it. */
export type About = {
  label: string | undefined;
  hint: string | undefined;
  maxLength: number | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
};
type Options = {
  schema: object;
  initial: object;
  texts?: object;
  /** Runs before the values are checked, for example to get values from the server. */
  prepare?: () => Promise<unknown>;
  send: (body: never, before: never) => Promise<unknown>;
  latest?: () => Promise<object | null>;
};

/** The state and the actions of a form. Its fields may have any type: `useForm` knows. */
export function createForm(id: string, texts: Texts) {
  const values = signal<Values>({});
  const errors = signal<Readonly<Record<string, string>>>({});
  const trouble = signal<string | null>(null);
  const isBusy = signal(false);
  const clashes = signal<readonly Clash[] | null>(null);
  const offer = signal<Offer | null>(null);
  const labels = new Map<string, string>();
  const writers = new Map<string, (value: unknown) => string>();
  const checks = new Map<string, () => string | undefined>();
  /** The values that nobody has typed over: as they came from the server, or were last sent there. */
  let base: Values | null = null;
  let options: Options;

  // Not while it is sent: the second click of a double-click may fall on a field, and must not hold back the next page.
  const isDirty = (): boolean => !isBusy.value && base !== null && !isSame(values.value, base);
  const problemsNow = (): Record<string, string> => ({
    ...findOwnProblems(checks),
    ...findProblems(options.schema, values.value, texts),
  });

  function use(given: unknown): void {
    options = given as Options;
    const initial = options.initial as Values;
    // Newer values from the server replace the untouched ones.
    if (base === null || (!isDirty() && !isBusy.value && !isSame(initial, base))) {
      base = initial;
      values.value = initial;
    }
  }

  /** True if somebody else has saved: fields that both changed are offered as a choice. */
  async function takeTheirs(failure: CallFailed): Promise<boolean> {
    if (failure.code !== 'changed_meanwhile' || !base) return false;
    const now = (failure.refusal?.current ?? (await options.latest?.()) ?? null) as Values | null;
    if (!now) return false;
    const theirs = Object.fromEntries(Object.keys(base).map((name) => [name, now[name]]));
    const merged = mergeChanges({ base, mine: values.value, theirs });
    base = theirs;
    values.value = merged.values;
    clashes.value = merged.clashes;
    return true;
  }

  async function takeRefusal(error: unknown): Promise<void> {
    if (error instanceof Declined) return;
    const failure = error instanceof CallFailed ? error : null;
    if (failure && (isAskedAbout(failure) || (await takeTheirs(failure)))) return;
    const field = failure?.refusal?.field;
    if (field !== undefined && labels.has(field)) {
      errors.value = { [field]: failure?.message ?? '' };
      focusFirstWrong({ id, errors, trouble });
    } else trouble.value = tellFailure(texts, error);
  }

  async function submit(): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    trouble.value = null;
    const before = base;
    try {
      await options.prepare?.();
      errors.value = problemsNow();
      if (Object.keys(errors.value).length > 0) return focusFirstWrong({ id, errors, trouble });
      clashes.value = null;
      // Nothing is lost while it is sent: the next step may lead to another page.
      base = values.value;
      await options.send(toBody(options.schema, values.value) as never, before as never);
    } catch (error) {
      base = before;
      await takeRefusal(error);
    } finally {
      isBusy.value = false;
    }
  }

  const about = (name: string): About => aboutField(options, name);
  function set(name: string, value: unknown): void {
    values.value = { ...values.value, [name]: value };
    if (name in errors.value) errors.value = withField(errors.value, name, problemsNow()[name]);
  }

  function check(name: string): void {
    // An empty field is not wrong before the form is sent.
    if (values.value[name] === '' || values.value[name] === base?.[name]) return;
    errors.value = withField(errors.value, name, problemsNow()[name]);
  }

  const keep = (kept: Kept): (() => void) =>
    keepChanges({ kept, values, base: () => base ?? {}, isBusy, clashes, offer });

  const state = { id, values, errors, trouble, isBusy, clashes, offer, labels, writers, checks };
  return { ...state, isDirty, use, about, set, check, keep, submit: () => void submit() };
}

/** Reads the form's texts and the server's schema. */
const aboutField = ({ texts = {}, schema }: Options, name: string): About => ({
  label: (texts as Words)[name],
  hint: (texts as Words)[`${name}Hint`],
  maxLength: (schema as Limits).properties?.[name]?.maxLength,
  minimum: (schema as Limits).properties?.[name]?.minimum,
  maximum: (schema as Limits).properties?.[name]?.maximum,
});

type Words = Readonly<Record<string, string>>;
type Limits = { properties?: Record<string, { maxLength?: number; minimum?: number; maximum?: number }> };

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The problems that a field knows and its schema can't, such as an end before its start. */
function findOwnProblems(checks: ReadonlyMap<string, () => string | undefined>): Record<string, string> {
  const problems = [...checks].map(([name, check]) => [name, check()] as const);
  return Object.fromEntries(problems.filter((one): one is [string, string] => one[1] !== undefined));
}

function findProblems(schema: object, values: Values, texts: Texts): Record<string, string> {
  const problems = checkBody(schema, toBody(schema, values));
  return Object.fromEntries(problems.map(({ field, rule }) => [field, texts.parts.rule(rule, field)]));
}

function withField(
  errors: Readonly<Record<string, string>>,
  name: string,
  problem: string | undefined,
): Record<string, string> {
  const { [name]: _before, ...others } = errors;
  return problem === undefined ? others : { ...others, [name]: problem };
}

/** Focuses the first wrong field. If the page does not show it, such as a line of a list, the form tells of it above. */
function focusFirstWrong({
  id,
  errors,
  trouble,
}: {
  id: string;
  errors: Signal<Readonly<Record<string, string>>>;
  trouble: Signal<string | null>;
}): void {
  onceDrawn(() => {
    const form = document.getElementById(id);
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else trouble.value = Object.values(errors.value)[0] ?? null;
  });
}
