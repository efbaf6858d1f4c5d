import type { VNode } from 'preact';
import { showAccountNumber, startsLikeIban, type TransferInstructions } from '../../rules/bank-transfer.ts';
import { textsIn } from '../../rules/texts/bank-transfer/texts.ts';
import type { Language } from '../../values/language.ts';
import { QrCode } from './qr-code.tsx';

/** How to pay by bank transfer, each fact with a button that copies it (offer-copying.ts). */
export function TransferFacts(props: {
  transfer: TransferInstructions;
  language: Language;
  amount: string;
  deadline: string;
  qr?: { side: number; path: string } | null;
}): VNode {
  const { transfer, language, amount, deadline, qr = null } = props;
  const texts = textsIn(language);
  const { accountHolder, accountNumber, branchCode, bic, bankName, reference } = transfer;
  const facts: { name: string; shown: string; copied: string | null }[] = [
    { name: texts.amount, shown: amount, copied: null },
    { name: texts.reference, shown: reference, copied: reference },
    { name: texts.holder, shown: accountHolder, copied: accountHolder },
    {
      name: startsLikeIban(accountNumber) ? texts.iban : texts.account,
      shown: showAccountNumber(accountNumber),
      copied: accountNumber,
    },
    { name: texts.branch, shown: branchCode, copied: branchCode },
    { name: texts.bic, shown: bic, copied: bic },
    { name: texts.bank, shown: bankName, copied: null },
    { name: texts.payBy, shown: deadline, copied: null },
  ];
  return (
    <div class="transfer">
      <dl class="transfer-facts">
        {facts
          .filter(({ shown }) => shown !== '')
          .map(({ name, shown, copied }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{shown}</bdi>
                {copied !== null && (
                  <button
                    type="button"
                    class="copy"
                    data-copy={copied}
                    data-copied={texts.copied}
                    aria-label={texts.copy(name)}
                  >
                    <span aria-hidden="true">⧉</span>
                  </button>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <p>{texts.exactly}</p>
      {qr && (
        <figure>
          <QrCode qr={qr} label={texts.qr} />
          <figcaption class="soft">{texts.qr}</figcaption>
        </figure>
      )}
      <p class="soft" role="status" data-copy-told />
    </div>
  );
}
