import type { ComponentChildren, VNode } from 'preact';
import { alertIcon, checkIcon, clockIcon, returnIcon, stopIcon } from '../../../shared/icons.ts';
import { setApart } from '../../../shared/set-apart.ts';
import type { ReceiptOrder, Story } from '../contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Headline, type Tone } from './headline.tsx';

const LOOKS: Record<Story, { tone: Tone; icon: string }> = {
  starting: { tone: 'wait', icon: clockIcon },
  payable: { tone: 'wait', icon: clockIcon },
  transfer_due: { tone: 'wait', icon: clockIcon },
  looking: { tone: 'wait', icon: clockIcon },
  under_way: { tone: 'wait', icon: clockIcon },
  under_way_late: { tone: 'wait', icon: clockIcon },
  failed: { tone: 'ended', icon: alertIcon },
  expired: { tone: 'ended', icon: clockIcon },
  cancelled: { tone: 'ended', icon: stopIcon },
  late_returned: { tone: 'ended', icon: returnIcon },
  late_settled: { tone: 'ended', icon: returnIcon },
  refunded: { tone: 'ended', icon: returnIcon },
  tickets_cancelled: { tone: 'ended', icon: returnIcon },
  passed_on: { tone: 'ended', icon: returnIcon },
  seat_payable: { tone: 'wait', icon: clockIcon },
  seat_changed: { tone: 'good', icon: checkIcon },
  seat_kept: { tone: 'ended', icon: stopIcon },
  seat_refunded: { tone: 'ended', icon: returnIcon },
  some_valid: { tone: 'good', icon: checkIcon },
  past: { tone: 'good', icon: checkIcon },
  going: { tone: 'good', icon: checkIcon },
};

type Told = Pick<ReceiptOrder, 'story' | 'event' | 'tickets' | 'refunds'>;

/** How the order stands. */
export function StoryHeadline({ order, texts }: { order: Told; texts: Texts }): VNode {
  return (
    <Headline {...LOOKS[order.story]} title={titleOfStory(order, texts)}>
      {textOfStory(order, texts)}
    </Headline>
  );
}

export function titleOfStory({ story, tickets }: Told, texts: Texts): string {
  if (story === 'going') return texts.going.title;
  if (story === 'past') return texts.past.title(tickets?.count ?? 0);
  if (story === 'some_valid') return texts.someValid.title(tickets?.liveCount ?? 0);
  return told(story, tickets, texts).title;
}

/** Of a single ticket it is said as of one. */
function told(
  story: keyof Texts['stories'],
  tickets: Told['tickets'],
  texts: Texts,
): { title: string; text: string } {
  const isOfOne =
    tickets?.count === 1 && (story === 'refunded' || story === 'tickets_cancelled' || story === 'passed_on');
  return isOfOne ? texts.storiesOfOne[story] : texts.stories[story];
}

function textOfStory({ story, event, tickets, refunds }: Told, texts: Texts): ComponentChildren {
  const { count = 0, liveCount = 0 } = tickets ?? {};
  const name = <strong dir="auto">{event.name}</strong>;
  if (story === 'going' && event.isOnline)
    return setApart(event.directions === null ? texts.past.text : texts.going.online, name);
  if (story === 'going') return setApart((place) => texts.going.text({ count, event: place }), name);
  if (story === 'past') return setApart(texts.past.text, name);
  if (story === 'some_valid') return texts.someValid.text({ voids: count - liveCount, count });
  const isUnpaid = story === 'expired' || story === 'cancelled';
  if (isUnpaid && event.isCancelled) return refunds.length === 0 ? texts.nothingTakenOfCancelled : null;
  const { text } = told(story, tickets, texts);
  // Money that came and went is told of further down: then the page can't say that nothing was charged.
  const isNothingTaken = refunds.length === 0 && (story === 'failed' || isUnpaid);
  return isNothingTaken ? `${text} ${texts.nothingTaken}` : text;
}
