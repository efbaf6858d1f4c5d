import type { Language } from '../../../../values/language.ts';

// With the component that they belong to, in a later chunk: few need them, and the page starts without.

const en = {
  ask: 'Wrong address? Change it',
  about: 'Your tickets get new codes. The old ones stop working.',
  send: 'Send to this address',
  cancel: 'Cancel',
  done: (address: string) =>
    `Your tickets are on their way to ${address} with new codes. The old ones no longer work.`,
  problems: {
    used: 'A ticket of this order has been used, so you can no longer change the address.',
    too_late: 'You can change the address on the day of purchase only.',
    too_often: 'The address was changed several times already. Ask the host for help.',
  },
};

const fr: typeof en = {
  ask: 'Mauvaise adresse ? Changez-la',
  about: 'Vos billets reçoivent de nouveaux codes. Les anciens ne seront plus valables.',
  send: 'Envoyer à cette adresse',
  cancel: 'Annuler',
  done: (address) =>
    `Vos billets sont en route vers ${address}, avec de nouveaux codes. Les anciens ne sont plus valables.`,
  problems: {
    used: 'Un billet de cette commande a déjà été utilisé : vous ne pouvez plus changer l’adresse.',
    too_late: 'Vous ne pouvez changer l’adresse que le jour de l’achat.',
    too_often: 'L’adresse a déjà été changée plusieurs fois. Contactez l’organisateur.',
  },
};

export const CORRECTION_TEXTS: Record<Language, typeof en> = { en, fr };
