import type { Signal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { Static, TSchema } from 'typebox';
import { useDashboard } from '../dashboard.ts';
import { createForm, type About } from './create-form.ts';
import type { Offer } from './keep-changes.ts';
import { keptChanges } from './kept-changes.ts';
import type { Clash } from './merge-changes.ts';

/** What is typed: a body whose fields may still be empty. */
export type Values<Body> = { [Name in keyof Body]-?: Body[Name] | '' };

export type Form<Body = object> = {
  id: string;
  values: Signal<Values<Body>>;
  /** What is wrong, by field. */
  errors: Signal<Readonly<Record<string, string>>>;
  /** Why it could not be sent, where no field is to blame. */
  trouble: Signal<string | null>;
  isBusy: Signal<boolean>;
  /** What somebody else has changed meanwhile; null where nobody has. */
  clashes: Signal<readonly Clash[] | null>;
  /** What was typed on an earlier visit and not saved; null where there is nothing. */
  offer: Signal<Offer | null>;
  about: (name: string) => About;
  /** What each field is called, as the person reads it. */
  labels: Map<string, string>;
  /** How a field's value is written for people, where it is an id or another program's word. */
  writers: Map<string, (value: unknown) => string>;
  set: <Name extends keyof Body & string>(name: Name, value: Values<Body>[Name]) => void;
  /** The field was left: if something is wrong with it by now, that is said. */
  check: (name: keyof Body & string) => void;
  submit: () => void;
  isDirty: () => boolean;
};

type Options<Schema extends TSchema> = {
  /** The schema by which the server checks the body too. */
  schema: Schema;
  initial: Values<Static<Schema>>;
  /** The label of a field `name` is `texts.name`, its hint `texts.nameHint`. */
  texts?: object;
  /**
   * Sends the body; what it throws is said at its field, or above the form, unless it is Declined. `before` is what the server had, with what somebody
   * else saved meanwhile: to take a save back is to send that.
   */
  send: (body: Static<Schema>, before: Values<Static<Schema>>) => Promise<unknown>;
  /** The values as they are on the server now, where somebody else has changed them and the refusal does not tell what to. */
  latest?: () => Promise<Values<Static<Schema>> | null>;
  /**
   * What is typed and not saved outlives the tab for a week under this name, such as `details <event id>`, in this person's browser, and
   * is offered when they come back. Never for a form that a password or another secret is typed into.
   */
  keepAs?: string;
};

/** A form that says what the server would say, before it is asked; and that loses nothing of what was typed. */
export function useForm<Schema extends TSchema>(options: Options<Schema>): Form<Static<Schema>> {
  const dashboard = useDashboard();
  const id = useId();
  const form = useMemo(() => createForm(id, dashboard.texts), []);
  form.use(options);
  useEffect(() => dashboard.router.guard(form.isDirty), []);
  const { keepAs, schema } = options;
  useEffect(() => {
    if (keepAs === undefined) return undefined;
    const { email } = dashboard.page.person;
    return form.keep(keptChanges(() => localStorage, { email, keepAs, schema }));
  }, []);
  return form as unknown as Form<Static<Schema>>;
}
