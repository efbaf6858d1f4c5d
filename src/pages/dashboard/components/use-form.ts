import type { Signal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { Static, TSchema } from 'typebox';
import { useDashboard } from '../dashboard.ts';
import { createForm, type About } from './create-form.ts';
import type { Offer } from './keep-changes.ts';
import { keptChanges } from './kept-changes.ts';
import type { Clash } from './merge-changes.ts';

/** The typed values: a body whose fields may still be empty. */
export type Values<Body> = { [Name in keyof Body]-?: Body[Name] | '' };

export type Form<Body = object> = {
  id: string;
  values: Signal<Values<Body>>;
  /** Errors, by field. */
  errors: Signal<Readonly<Record<string, string>>>;
  /** The reason why it could not be sent, if no field is at fault. */
  trouble: Signal<string | null>;
  isBusy: Signal<boolean>;
  /** Somebody else's changes; null: none. */
  clashes: Signal<readonly Clash[] | null>;
  /** Unsaved changes of an earlier visit; null: none. */
  offer: Signal<Offer | null>;
  about: (name: string) => About;
  /** The label of each field. */
  labels: Map<string, string>;
  /** Writes a field's value for people, if it is an id or another program's word. */
  writers: Map<string, (value: unknown) => string>;
  /** A field's rule that its schema can't hold: returns the error, if there is one. */
  checks: Map<string, () => string | undefined>;
  set: <Name extends keyof Body & string>(name: Name, value: Values<Body>[Name]) => void;
  /** The field was left: show its error, if there is one by now. */
  check: (name: keyof Body & string) => void;
  submit: () => void;
  isDirty: () => boolean;
};

type Options<Schema extends TSchema> = {
  /** The schema that the server uses for the body, too. */
  schema: Schema;
  initial: Values<Static<Schema>>;
  /** The label of a field `name` is `texts.name`, its hint `texts.nameHint`. */
  texts?: object;
  /**
   * Sends the body. Its errors are shown at their field or above the form, except Declined. `before` has the server's earlier values, with
   * somebody else's changes: sending them undoes a save.
   */
  send: (body: Static<Schema>, before: Values<Static<Schema>>) => Promise<unknown>;
  /** The server's current values, if somebody else changed them and the refusal does not include them. */
  latest?: () => Promise<Values<Static<Schema>> | null>;
  /**
   * Keeps unsaved changes for a week under this name, such as `details <event id>`, in this person's browser, and offers them at the next
   * visit. Never for a form with a password or another secret.
   */
  keepAs?: string;
};

/** A form that checks by the server's rules before it sends, and never loses typed values. */
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
