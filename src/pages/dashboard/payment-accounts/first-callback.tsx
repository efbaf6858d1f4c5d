import type { VNode } from 'preact';
import type { AccountView } from './data.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Moment } from '../components/moment.tsx';
import { TEST_CARDS } from './guide-texts.ts';
import { usePaymentAccountsTexts } from './texts.ts';

/** The host pays once, as a buyer would. */
export function FirstPayment({
  data: { gateway, currency, takesTestKeys },
}: ViewProps<'paymentGateway'>): VNode {
  const { page } = useDashboard();
  const { guide } = usePaymentAccountsTexts();
  const title = GATEWAY_TITLES[gateway];
  const card = TEST_CARDS[gateway];
  return (
    <ol class="guide-list">
      <li>
        {guide.pay(currency)} <a href={page.inHost('/events')}>{guide.events}</a>
      </li>
      {takesTestKeys && (
        <li>
          {card !== undefined && (
            <>
              {guide.payTest} <CopyField label={guide.testCardOf(title)} value={card} />{' '}
            </>
          )}
          {guide.at[gateway].testCardNote}
        </li>
      )}
      <li>{guide.payLive(title)}</li>
    </ol>
  );
}

/** Whether the gateway's callbacks arrive, by the first one; and what to do if not. */
export function FirstCallback({ account }: { account: AccountView }): VNode {
  const { guide } = usePaymentAccountsTexts();
  const { gateway, firstCallbackAt, missedCallbackAt, refusedCallbackAt } = account;
  const title = GATEWAY_TITLES[gateway];
  const at = guide.at[gateway];
  if (firstCallbackAt !== null)
    return (
      <Message tone="good">
        <strong>{guide.seen}</strong> {guide.seenAt} <Moment at={firstCallbackAt} />. {guide.seenText(title)}
      </Message>
    );
  if (refusedCallbackAt !== null)
    return (
      <Message tone="bad">
        <strong>{guide.refused}</strong> {guide.refusedAt} <Moment at={refusedCallbackAt} />.{' '}
        {at.wrongSignature}
      </Message>
    );
  if (missedCallbackAt === null) return <p>{guide.waitingFor(title)}</p>;
  return (
    <>
      <Message tone="bad">
        {guide.missing(title)} {guide.missedAt} <Moment at={missedCallbackAt} />.
      </Message>
      <p>{guide.check}</p>
      <ul class="guide-list">
        {at.missing.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
