import type { VNode } from 'preact';
import type { Language } from '../../../values/language.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, checkIcon } from '../../shared/icons.ts';
import { textsIn as passTextsIn } from '../../../rules/texts/passes/texts.ts';
import type { ReceiptNotice, ReceiptOrder } from './contract.ts';
import { formatsOf } from './formats.ts';
import { Agreed } from './components/agreed.tsx';
import { Asked, Newsletter } from './components/asked.tsx';
import { Actions } from './components/actions.tsx';
import { EventPanel } from './components/event-panel.tsx';
import { Layout } from './components/layout.tsx';
import { Money } from './components/money.tsx';
import { firstWrongField, Invoices } from './components/invoices.tsx';
import { Move } from './components/move.tsx';
import { Notice } from './components/notice.tsx';
import { StoryHeadline, titleOfStory } from './components/story-headline.tsx';
import { SummaryPanel } from './components/summary-panel.tsx';
import { Returns } from './components/returns.tsx';
import { Tickets } from './components/tickets.tsx';
import { Wait } from './components/wait.tsx';
import { textsIn } from './texts/texts.ts';

const NOTICE_TONES: Record<ReceiptNotice, 'good' | 'bad'> = {
  resent: 'good',
  too_often: 'bad',
  nothing_to_send: 'bad',
  given_back: 'good',
  too_late: 'bad',
  used: 'bad',
  nothing_left: 'bad',
  renamed: 'good',
  rename_refused: 'bad',
  rename_too_often: 'bad',
  no_name: 'bad',
  not_all_yours: 'bad',
  disputed: 'bad',
  return_asked: 'good',
  return_refused: 'bad',
  return_too_often: 'bad',
  return_open: 'bad',
  return_none: 'bad',
  returned: 'good',
  return_waiting: 'good',
  return_listed: 'good',
  return_declined: 'bad',
  return_gone: 'bad',
  return_changed: 'bad',
  listing_withdrawn: 'good',
  listing_in_cart: 'bad',
  listing_sold: 'good',
  listing_over: 'bad',
  passed_on: 'good',
  pass_on_refused: 'bad',
  pass_on_too_often: 'bad',
  pass_on_same: 'bad',
  no_person: 'bad',
  answered: 'good',
  answers_missing: 'bad',
  answers_too_late: 'bad',
  payment_stopped: 'bad',
  invoice_asked: 'good',
  invoice_unchanged: 'good',
  invoice_ask_host: 'bad',
  no_invoice: 'bad',
  invoice_wrong: 'bad',
};

// For those without JavaScript; a page that reloads more often can't be read.
const REFRESH_SECONDS = 10;

export function OrderPage({ language, ...order }: ReceiptOrder & { language: Language }): VNode {
  const texts = textsIn(language);
  const words = { texts, language, formats: formatsOf(order, language), passes: passTextsIn(language) };
  const { notice, wait, event, tickets, refunds } = order;
  return (
    <Layout
      title={`${titleOfStory(order, texts)} · ${event.name}`}
      language={language}
      accents={order.accents}
      head={
        wait && (
          <noscript>
            <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        )
      }
    >
      <div class="top">
        {notice && (
          <Notice
            tone={NOTICE_TONES[notice]}
            icon={NOTICE_TONES[notice] === 'good' ? checkIcon : alertIcon}
            about={order.invoice ? firstWrongField(order.invoice) : undefined}
          >
            {texts.notices[notice]}
          </Notice>
        )}
        <StoryHeadline order={order} texts={texts} />
        {event.isCancelled && (
          <p class="notice bad">
            <Icon path={alertIcon} />
            <span>{texts.eventCancelled(event.hostName)}</span>
          </p>
        )}
        {order.move && <Move order={order} move={order.move} words={words} />}
        {wait && <Wait wait={wait} order={order} words={words} />}
        {refunds.length > 0 && <Money refunds={refunds} words={words} />}
        {tickets && tickets.liveCount > 0 && <Actions order={order} tickets={tickets} words={words} />}
        {order.ticketsToken !== null && (
          <p>
            <a class="button" href={order.ticketsToken}>
              {texts.actions.tickets}
            </a>
          </p>
        )}
        {order.shopUrl !== null && (
          <p>
            <a class="button main" href={order.shopUrl}>
              {texts.actions.shop}
            </a>
          </p>
        )}
      </div>
      {order.asked?.isOpen && <Asked order={order} asked={order.asked} words={words} />}
      {tickets && <Tickets order={order} tickets={tickets} words={words} />}
      {order.asked && !order.asked.isOpen && <Asked order={order} asked={order.asked} words={words} />}
      {order.returns && <Returns order={order} returns={order.returns} words={words} />}
      {order.invoice && <Invoices order={order} invoice={order.invoice} language={language} words={words} />}
      {order.newsletter && <Newsletter order={order} newsletter={order.newsletter} words={words} />}
      <aside>
        <EventPanel
          event={event}
          subject={`${event.name} · ${order.summary.reference}`}
          texts={texts.event}
        />
        <SummaryPanel order={order} words={words} />
        <Agreed terms={order.terms} refundPolicy={order.refundPolicy} texts={texts.agreed} />
      </aside>
    </Layout>
  );
}
