import type { VNode } from 'preact';
import type { Language } from '../../../values/language.ts';
import { stopIcon, ticketIcon } from '../../shared/icons.ts';
import { Headline } from './components/headline.tsx';
import { Layout } from './components/layout.tsx';
import type { ConfirmReturn } from './contract.ts';
import { textsIn } from './texts/texts.ts';

/** Opened by a mailed link. It returns nothing by itself: mail programs open links to look at them. */
export function ConfirmReturnPage({
  language,
  asked,
  ...page
}: ConfirmReturn & { language: Language }): VNode {
  const texts = textsIn(language).returns;
  const words = texts.confirm;
  const toOrder = (
    <a class="button" href={page.receiptAddress}>
      {words.toOrder}
    </a>
  );
  if (!asked)
    return (
      <Layout title={words.goneTitle} language={language}>
        <div class="alone">
          <Headline tone="ended" icon={stopIcon} title={words.goneTitle}>
            {words.gone}
          </Headline>
          {toOrder}
        </div>
      </Layout>
    );
  const { resale } = texts;
  const title = asked.isResold ? resale.title : words.title;
  return (
    <Layout title={title} language={language}>
      <div class="alone">
        <Headline tone="wait" icon={ticketIcon} title={title}>
          <bdi>{page.eventName}</bdi>
        </Headline>
        <ul class="return-tickets">
          {asked.tickets.map(({ position, typeName, holder }) => (
            <li key={position}>
              <bdi>{position}.</bdi> <bdi>{typeName}</bdi>{' '}
              <small>
                <bdi>{holder}</bdi>
              </small>
            </li>
          ))}
        </ul>
        <p>
          <strong>
            {asked.sum === null
              ? words.free
              : asked.isResold
                ? resale.back(asked.sum)
                : words.back(asked.sum)}
          </strong>
        </p>
        <p>{asked.isResold ? resale.final : asked.needsApproval ? words.approval : words.final}</p>
        <form method="post" class="return-form">
          <button class="button main">{asked.isResold ? resale.button : words.button}</button>
          {toOrder}
        </form>
      </div>
    </Layout>
  );
}
