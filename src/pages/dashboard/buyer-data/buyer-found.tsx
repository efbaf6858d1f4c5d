import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { BuyerFound, ShownBuyerOrder } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard, type Page } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { saveFile } from './save-file.ts';
import { useBuyerDataTexts, type BuyerDataTexts } from './texts.ts';

type Found = BuyerFound & { email: string };

/** A person's data, to download or erase. */
export function BuyerFoundSections(props: { found: Found; onErased: () => void }): VNode {
  const { page } = useDashboard();
  const { found } = props;
  const texts = useBuyerDataTexts();
  return (
    <>
      <Section title={texts.list}>
        <DataTable
          caption={texts.list}
          columns={columnsOf(texts, page)}
          rows={found.orders}
          keyOf={({ reference }) => reference}
        />
      </Section>
      <GiveSection {...props} />
      <EraseSection {...props} />
    </>
  );
}

function GiveSection({ found: { email } }: { found: Found }): VNode {
  const { call, toasts, page } = useDashboard();
  const texts = useBuyerDataTexts();
  const give = async (): Promise<void> => {
    const file = await call(page.inHost('/buyer-data/file'), { method: 'POST', body: { email } });
    saveFile('buyer-data.json', JSON.stringify(file, null, 2));
    toasts.tell({ tone: 'good', text: texts.given });
  };
  return (
    <Section title={texts.giveTitle} intro={texts.giveText} isCard>
      <BusyButton onPress={give}>{texts.give}</BusyButton>
    </Section>
  );
}

function EraseSection({
  found: { email, orders, hasMore: hasOthers },
  onErased,
}: {
  found: Found;
  onErased: () => void;
}): VNode {
  const { call, toasts, page } = useDashboard();
  const texts = useBuyerDataTexts();
  const alsoAhead = useSignal(false);
  const isAsking = useSignal(false);
  const erasedSoFar = useSignal(0);
  const isBlocked = orders.some(({ obstacle }) => obstacle !== null);
  const isAhead = orders.some((order) => order.isAhead);
  const erase = async (): Promise<void> => {
    let count = 0;
    for (let hasMore = true; hasMore;) {
      const body = { email, alsoAhead: alsoAhead.value };
      const answer = await call<{ orders: number; hasMore: boolean }>(page.inHost('/buyer-data/erase'), {
        method: 'POST',
        body,
      });
      count += answer.orders;
      erasedSoFar.value = count;
      hasMore = answer.hasMore;
    }
    isAsking.value = false;
    erasedSoFar.value = 0;
    toasts.tell({ tone: 'good', text: texts.erased(count) });
    onErased();
  };
  return (
    <Section title={texts.eraseTitle} intro={texts.eraseText} isCard>
      <div class="erase-part">
        <p>{texts.notErased}</p>
        {isBlocked && <Message tone="warn">{texts.blocked}</Message>}
        {!isBlocked && isAhead && (
          <>
            <Message tone="warn">{texts.aheadText}</Message>
            <div class="field check">
              <label class="choice">
                <input
                  type="checkbox"
                  checked={alsoAhead.value}
                  onChange={(event) => (alsoAhead.value = event.currentTarget.checked)}
                />
                <span>{texts.alsoAhead}</span>
              </label>
            </div>
          </>
        )}
        {!isBlocked && (!isAhead || alsoAhead.value) && (
          <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
            {texts.erase}
          </button>
        )}
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirm={texts.confirm}
          onConfirm={erase}
          onClose={() => (isAsking.value = false)}
        >
          {erasedSoFar.value > 0
            ? texts.erasedSoFar(erasedSoFar.value)
            : texts.confirmText({ hasMore: hasOthers, email, count: orders.length })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function WhatThereIs({ order, texts }: { order: ShownBuyerOrder; texts: BuyerDataTexts }): VNode {
  const { tickets, mails, answers, newsletter } = order;
  return (
    <>
      {texts.hasWhat({ tickets, mails })}
      {answers.map(({ question, answer }, index) => (
        <small key={index} class="soft event-when" dir="auto">
          {texts.answered({ question, answer })}
        </small>
      ))}
      {newsletter && (
        <small class="soft event-when" dir="auto">
          {newsletter.isTakenBack ? texts.tookBack(newsletter.sentence) : texts.agreedTo(newsletter.sentence)}
        </small>
      )}
    </>
  );
}

const columnsOf = (texts: BuyerDataTexts, page: Page): Column<ShownBuyerOrder>[] => [
  {
    name: 'order',
    label: texts.order,
    isRowHeader: true,
    cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
  },
  {
    name: 'event',
    label: texts.event,
    cell: ({ eventName, startsAt, timezone, locale }) => (
      <>
        <span dir="auto">{eventName}</span>
        <br />
        <span class="soft">
          <EventMoment at={startsAt} timezone={timezone} locale={locale} />
        </span>
      </>
    ),
  },
  { name: 'part', label: texts.part, cell: ({ part }) => texts.parts[part] },
  { name: 'has', label: texts.has, cell: (order) => <WhatThereIs order={order} texts={texts} /> },
  {
    name: 'state',
    label: texts.state,
    cell: ({ obstacle, isAhead }) => {
      if (obstacle) return <StatusBadge tone="bad">{texts.obstacles[obstacle]}</StatusBadge>;
      return (
        <StatusBadge tone={isAhead ? 'waiting' : 'good'}>{isAhead ? texts.ahead : texts.yes}</StatusBadge>
      );
    },
  },
];
