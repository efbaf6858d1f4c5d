import { textsWith } from '../texts/page-texts.ts';
import { guideIn } from './guide-texts.ts';
import { textsIn } from './texts/texts.ts';

// A gateway may take more than a table has room for.
const MOST_NAMED = 8;
const NAMED_OF_MANY = 4;

export const usePaymentAccountsTexts = textsWith((language) => {
  const texts = textsIn(language);
  const { secretKey, clientId, secretHash, webhookSecret, publicKey, ...ofMpesa } = texts.secrets;
  const { consumerKey, shortcode, tillNumber, passkey, initiator, securityCredential } = ofMpesa;
  return {
    guide: guideIn(language),
    paymentAccounts: {
      ...texts,
      takesSome: (codes: readonly string[]): string =>
        codes.length > MOST_NAMED
          ? texts.takesMore({
              codes: codes.slice(0, NAMED_OF_MANY).join(', '),
              count: codes.length - NAMED_OF_MANY,
            })
          : codes.join(', '),
      secrets: {
        secretKey: { label: secretKey.label, hint: secretKey.startsWith },
        clientId: { label: clientId.label, hint: {} },
        secretHash: { label: secretHash.label, hint: { flutterwave: secretHash.ofStep } },
        webhookSecret: { label: webhookSecret.label, hint: { stripe: webhookSecret.startsWith } },
        consumerKey: { label: consumerKey.label, hint: consumerKey },
        shortcode: { label: shortcode.label, hint: shortcode },
        tillNumber: { label: tillNumber.label, hint: tillNumber },
        passkey: { label: passkey.label, hint: passkey },
        initiator: { label: initiator.label, hint: initiator },
        securityCredential: { label: securityCredential.label, hint: securityCredential },
        publicKey: { label: publicKey.label, hint: publicKey.startsWith },
      },
    },
  };
});
export type PaymentAccountsTexts = ReturnType<typeof usePaymentAccountsTexts>;
