import type { VNode } from 'preact';
import type { Static } from 'typebox';
import type { OpenRoomBody } from './bodies.ts';
import type { EventWaitingRoomView as Data } from './data.ts';
import { readWallTime } from '../../../values/wall-time.ts';
import { Message } from '../../shared/message.tsx';
import { formatMoment } from '../../shared/format-moment.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import { useWaitingRoomTexts } from './texts.ts';

type RoomForm = Form<Static<typeof OpenRoomBody>>;

/** Settings that can change only before the draw. */
export function DrawField({ form, data }: { form: RoomForm; data: Data }): VNode {
  const { timezone, locale } = data.event;
  return (
    <div class="room-draw">
      <MomentField form={form} name="drawsAt" timezone={timezone} locale={locale} />
      <div role="status">
        <BeforeSale form={form} data={data} />
      </div>
    </div>
  );
}

/** Warns that people would be let in before anything is on sale. */
function BeforeSale({ form, data: { event, firstSaleAt } }: { form: RoomForm; data: Data }): VNode | null {
  const texts = useWaitingRoomTexts();
  if (firstSaleAt === null) return null;
  const sale = new Date(firstSaleAt);
  // The same minute counts as the start of the sale.
  const read = readWallTime(form.values.value.drawsAt, event.timezone, sale);
  if (!read || read.at >= sale) return null;
  const { date, time } = formatMoment(firstSaleAt, event);
  return <Message tone="warn">{texts.beforeSale(`${date}, ${time}`)}</Message>;
}

/** Settings that can change at any time. */
export function RateFields({ form }: { form: RoomForm }): VNode {
  return (
    <>
      {(['perMinute', 'mostInside', 'admissionMinutes'] as const).map((name) => (
        <TextField key={name} form={form} name={name} inputMode="numeric" autocomplete="off" maxLength={7} />
      ))}
    </>
  );
}

export function EmailField({ form }: { form: RoomForm }): VNode {
  return <Checkbox form={form} name="asksEmail" />;
}
