import type { seatTexts as seatTextsEn } from './texts-en.ts';

/** The seat picker's texts, in French. */
export const seatTexts: typeof seatTextsEn = {
  seatLanguage: 'fr',
  picker: 'Places',
  stage: 'SCÈNE',

  views: 'Comment choisir',
  map: 'Plan',
  list: 'Liste',
  mapLabel: 'Plan de salle',
  mapHint:
    'Les flèches vont d’une place à l’autre, Début et Fin aux bouts du rang, Page précédente et Page suivante d’un rang à l’autre, Entrée ou Espace choisit, plus et moins changent le zoom, 0 montre tout le plan. La liste contient les mêmes places.',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  wholeMap: 'Plan entier',
  tapToZoom: 'Touchez une zone pour l’agrandir',

  prices: 'Montrer un seul prix',
  allPrices: 'Tous les prix',
  needs: 'Fauteuil roulant',
  fee: (fees) => `+ ${fees} de frais`,
  plusFees: (price: string, fees: string) => `${price} + ${fees} de frais`,
  yours: 'À vous',
  taken: 'Prise',
  accessible: 'Accessible',
  restricted: 'Vue réduite',
  companion: 'Place d’accompagnant, vendue avec sa place pour fauteuil roulant',
  wholeTable: 'Table vendue entière',
  free: (count: number) => (count === 0 ? 'aucune libre' : count === 1 ? '1 libre' : `${count} libres`),
  soldOut: 'Complet',
  left: (count: number) => (count === 1 ? '1 libre' : `${count} libres`),
  fromTo: (least: string, most: string) => `${least} – ${most}`,

  row: (row: string) => `Rang ${row}`,
  seat: (seat: string) => `Place ${seat}`,
  and: (items: string[]) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(' ; ')} et ${items.at(-1) ?? ''}`,
  moreRows: (count: number) => (count === 1 ? 'Montrer 1 rang de plus' : `Montrer ${count} rangs de plus`),
  noSeats: 'Cet événement n’a pas encore de places à choisir.',
  noneOfPrice: 'Aucune place à ce prix.',

  best: 'Meilleures places',
  bestCount: 'Combien de places ?',
  oneLess: 'Une de moins',
  oneMore: 'Une de plus',
  bestPrice: 'Prix',
  anyPrice: 'Tous les prix',
  bestAccessible: 'Avec une place accessible',
  bestFind: 'Trouver des places',
  bestTogether: (count: number, seats: string) =>
    count === 1
      ? `Nous avons choisi celle-ci pour vous : ${seats}.`
      : `Nous en avons choisi ${count} côte à côte pour vous : ${seats}.`,
  bestSplit: (count: number, seats: string) =>
    `Il ne reste pas ${count} places côte à côte. Voici les plus proches : ${seats}.`,
  bestFewer: (count: number, seats: string) =>
    count === 1 ? `Il ne reste qu’une place : ${seats}.` : `Il ne reste que ${count} places : ${seats}.`,
  bestNone: 'Il ne reste aucune place de ce type. Essayez un autre prix, ou moins de places.',

  chosen: 'Vos places',
  nothingChosen: 'Aucune place choisie pour l’instant.',
  priceOf: (seat: string) => `Tarif de ${seat}`,
  priceGone: (price: string, seats: string, now: { count: number; name: string; price: string }) =>
    `Le tarif ${price} n’est plus disponible : ${seats} ${now.count === 1 ? 'passe' : 'passent'} au tarif ${now.name}, ${now.price}${now.count === 1 ? '' : ' par place'}.`,
  remove: (seat: string) => `Retirer ${seat}`,
  lost: (seats: string, count: number, othersKept: boolean) =>
    `Quelqu’un a été plus rapide : ${seats} ${count === 1 ? 'vient d’être prise' : 'viennent d’être prises'}.${othersKept ? ' Vos autres places sont gardées.' : ''}`,
  noPrice: (seats: string, _count: number, othersKept: boolean) =>
    `Aucun tarif n’est plus disponible pour ${seats}.${othersKept ? ' Vos autres places sont gardées.' : ''}`,
  alreadyTaken: (seat: string) => `${seat} est prise.`,
  limit: (count: number, name: string) =>
    count === 1
      ? `Une commande peut contenir une place ${name}.`
      : `Une commande peut contenir au plus ${count} places ${name}.`,
  together: (seats: string, isAdded: boolean) =>
    `Ces places sont vendues ensemble${isAdded ? '' : ', et retirées ensemble'} : ${seats}.`,
  lacks: (seat: string, other: string) => `${seat} n’est vendue qu’avec ${other}, qui est prise.`,
  moved: (seats: string, count: number, othersKept: boolean) =>
    `L’organisateur a changé le plan, et ${seats} ${count === 1 ? 'n’existe plus' : 'n’existent plus'}.${othersKept ? ' Vos autres places sont gardées.' : ''}`,
  redrawn: 'L’organisateur a changé le plan. Vos places sont gardées.',
  stranded: (seats: string, count: number) =>
    count === 1
      ? `Votre choix laisse ${seats} toute seule. Pourriez-vous vous décaler d’une place ?`
      : `Votre choix laisse des places seules : ${seats}. Pourriez-vous vous décaler d’une place ?`,
  strandedRefused: (seats: string, count: number) =>
    count === 1
      ? `Votre choix laisse ${seats} toute seule. Prenez-la aussi, ou décalez-vous d’une place : un tel choix est refusé tant qu’un autre est possible.`
      : `Votre choix laisse des places seules : ${seats}. Prenez-les aussi, ou décalez-vous d’une place : un tel choix est refusé tant qu’un autre est possible.`,
  singleRefused: (seats: string, count: number, isHeld: boolean) =>
    (count === 1
      ? `Ces places ne peuvent pas être vendues : ${seats} resterait toute seule. Prenez-la aussi, décalez-vous d’une place, ou placez-vous ailleurs.`
      : `Ces places ne peuvent pas être vendues : ${seats} resteraient chacune seules. Prenez-les aussi, décalez-vous d’une place, ou placez-vous ailleurs.`) +
    (isHeld ? ' Si vous l’avez dans un autre onglet, achetez-y toutes les places.' : ''),
  notLive: 'Les places ne sont pas à jour en ce moment. Nous vérifierons les vôtres quand vous continuerez.',
};
