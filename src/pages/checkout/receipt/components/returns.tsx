import type { VNode } from 'preact';
import type { ReceiptOrder, ReceiptReturns } from '../contract.ts';
import type { Words } from '../formats.ts';
import { formAddress } from '../in-asked-language.ts';

/** The terms that the buyer bought under, and the form to return tickets by them. It works without a script. */
export function Returns(props: { order: ReceiptOrder; returns: ReceiptReturns; words: Words }): VNode {
  const { order, returns, words } = props;
  const texts = words.texts.returns;
  const { waiting, declined, problem, isResold } = returns;
  const sumOf = (amountMinor: number): string => words.formats.sum(amountMinor, order.summary.currency);
  return (
    <section class="returns" id="returns" aria-labelledby="returns-heading">
      <h2 id="returns-heading">{isResold ? texts.resale.heading : texts.heading}</h2>
      {returns.listed.map(({ position, isSold }) => (
        <form key={position} class="listed" method="post" action={formAddress(order, 'returns/withdraw')}>
          <p>
            <strong>{isSold ? texts.resale.sold(position) : texts.resale.listed(position)}</strong>
          </p>
          {!isSold && (
            <button name={`ticket${position}`} value="on">
              {texts.resale.withdraw}
            </button>
          )}
        </form>
      ))}
      {waiting && (
        <p>
          <strong>
            {waiting.amountMinor > 0 ? texts.waiting(sumOf(waiting.amountMinor)) : texts.waitingFree}
          </strong>
        </p>
      )}
      {declined && !waiting && <p dir="auto">{texts.declined(declined.reason)}</p>}
      <p>{problem === null ? returns.terms : texts[problem]}</p>
      {!waiting && returns.tickets.length > 0 && (
        <details class="offer">
          <summary>{isResold ? texts.resale.open : texts.open}</summary>
          <form method="post" action={formAddress(order, 'returns')}>
            <ul>
              {returns.tickets.map(({ position, typeName, holder, amountMinor }) => (
                <li key={position}>
                  <label>
                    <input type="checkbox" name={`ticket${position}`} data-minor={amountMinor} />
                    <span>
                      <b>
                        <bdi>{position}.</bdi> <bdi>{typeName}</bdi>
                      </b>
                      <small>
                        <bdi>{holder}</bdi>
                      </small>
                      <small>{amountMinor > 0 ? texts.sum(sumOf(amountMinor)) : texts.nothing}</small>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            {/* Written by show-return-sum.ts. */}
            <p
              class="return-sum"
              role="status"
              data-return-sum={texts.sum('{sum}')}
              data-nothing={texts.nothing}
              data-left={returns.leftMinor}
              data-step={returns.stepMinor}
              data-locale={order.locale}
              data-currency={order.summary.currency}
            />
            <p>{texts.about}</p>
            <button class="main">{texts.send}</button>
          </form>
        </details>
      )}
    </section>
  );
}
