import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { PostponeBody, PostponeWithOfferBody } from './bodies.ts';
import type { EventCancelView as Data } from './data.ts';
import { momentAt, toWallTime } from '../../../values/wall-time.ts';
import { useDashboard } from '../dashboard.ts';
import { EventMoment, EventPeriod } from '../components/event-moment.tsx';
import type { StartAndEnd } from '../components/follow-start.ts';
import { Form } from '../components/form.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { StartAndEndFields } from '../components/start-and-end-fields.tsx';
import { Section } from '../components/section.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useConfirm } from '../components/use-confirm.tsx';
import { useForm } from '../components/use-form.ts';
import { useEventCancelTexts } from './texts.ts';

type Body = Static<typeof PostponeWithOfferBody>;

/** The new date, the message to ticket holders, and the refund offer. */
export function MoveSection({ data, plan }: { data: Data; plan: NonNullable<Data['plan']> }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventCancelTexts();
  const { event, version } = data;
  const clock = { timezone: event.timezone, locale: event.locale };
  const offers = useSignal(false);
  const people = plan.holders.reduce((sum, one) => sum + one.people, 0);
  const { confirm, dialog } = useConfirm();
  const form = useForm({
    schema: (offers.value ? PostponeWithOfferBody : PostponeBody) as typeof PostponeWithOfferBody,
    texts,
    initial: {
      version,
      startsAt: toWallTime(new Date(event.startsAt), event.timezone),
      closesAt: toWallTime(new Date(event.closesAt), event.timezone),
      message: '',
      refundUntil: '',
    },
    send: async ({ refundUntil, ...rest }: Body) => {
      if (people > 0)
        await confirm({
          title: texts.moveTitle,
          confirm: texts.moveConfirm(people),
          isDangerous: false,
          children: (
            <>
              {texts.newDate} <EventPeriod event={periodOf(rest, clock)} />. {texts.moveText(people)}
              {offers.value && (
                <>
                  {' '}
                  {texts.moveOffers}{' '}
                  <EventMoment at={momentAt(refundUntil, clock.timezone).toISOString()} {...clock} />.
                </>
              )}
            </>
          ),
        });
      const path = `/events/${event.eventId}/postpone${offers.value ? '/with-offer' : ''}`;
      const body = offers.value ? { ...rest, refundUntil } : rest;
      await send(page.inHost(path), { body, told: texts.moved });
    },
  });
  const mayOffer = page.powers.includes('events.refund');
  return (
    <Section title={texts.move} intro={texts.moveIntro} isCard>
      <Form form={form} submit={texts.moveButton(people)}>
        <StartAndEndFields form={form} {...clock} />
        <TextArea form={form} name="message" rows={4} isOptional />
        {mayOffer ? (
          <div class="field check">
            <label class="choice">
              <input
                type="checkbox"
                checked={offers.value}
                aria-describedby={`${form.id}-offers`}
                onChange={(change) => (offers.value = change.currentTarget.checked)}
              />
              <span>{texts.offers}</span>
            </label>
            <p class="hint soft" id={`${form.id}-offers`}>
              {texts.offersHint}
            </p>
          </div>
        ) : (
          <p class="hint soft">{texts.offersNotYours}</p>
        )}
        {offers.value && <MomentField form={form} name="refundUntil" {...clock} />}
        {data.saleEnds.length > 0 && (
          <p class="hint soft">{texts.saleEnds(data.saleEnds.map(({ name }) => name).join(', '))}</p>
        )}
      </Form>
      {dialog}
    </Section>
  );
}

const periodOf = ({ startsAt, closesAt }: StartAndEnd, clock: { timezone: string; locale: string }) => ({
  startsAt: momentAt(startsAt, clock.timezone).toISOString(),
  closesAt: momentAt(closesAt, clock.timezone).toISOString(),
  ...clock,
});
