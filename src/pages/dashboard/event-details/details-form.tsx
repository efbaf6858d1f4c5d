import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { DetailsBody } from './bodies.ts';
import type { EventDetailsView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { BuyersPart } from './buyers-part.tsx';
import { HeadlinersPart } from './headliners-part.tsx';
import { SellingPart } from './selling-part.tsx';
import { useEventDetailsTexts } from './texts.ts';
import { WhatPart } from './what-part.tsx';
import { WhenPart } from './when-part.tsx';
import { WherePart } from './where-part.tsx';

export type Body = Static<typeof DetailsBody>;
/** The props of every part of the form. `address` is that of this page. */
export type Part = { form: FormState<Body>; data: Data; address: string };

// The form sends every field: an emptied one that needs a value is not left out.
const FORM_SCHEMA = {
  ...DetailsBody,
  required: [
    'version',
    'name',
    'slug',
    'categorySlug',
    'startsAt',
    'closesAt',
    'timezone',
    'holdMinutes',
    'headliners',
  ],
} as unknown as typeof DetailsBody;

/** All details in one form, with one save that can be undone. */
export function DetailsForm({ data }: { data: Data }): VNode {
  const { texts, send, page } = useDashboard();
  const words = useEventDetailsTexts();
  const address = page.inHost(`/events/${data.event.eventId}/details`);
  const form = useForm({
    schema: FORM_SCHEMA,
    texts: { ...words, ...words.labelsOf(data.levels) },
    initial: data.details,
    keepAs: `details ${data.event.eventId}`,
    send: (body, before) =>
      send<Pick<Data, 'details'>>(address, {
        method: 'PATCH',
        body,
        told: texts.parts.saved,
        undo: ({ details }) => ({ ...before, version: details.version }),
      }),
  });
  // Drawn again after a save: the server's values are the new start.
  void form.isBusy.value;
  const part = { form, data, address };
  return (
    <div class="cards-form details-form">
      <Form form={form} submit={words.save}>
        <WhatPart {...part} />
        <WhenPart
          {...part}
          toCancel={
            page.powers.includes('events.change') ? page.inHost(`/events/${data.event.eventId}/cancel`) : null
          }
        />
        <WherePart {...part} />
        <HeadlinersPart {...part} uploadTo={page.inHost(`/events/${data.event.eventId}/pictures`)} />
        <BuyersPart {...part} />
        <SellingPart {...part} />
      </Form>
    </div>
  );
}
