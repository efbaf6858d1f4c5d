import { Type, type TSchema } from 'typebox';
import { assertMatches } from '../../../../test/contract/document.ts';
import { Exactly } from '../../../http/schema.ts';
import { SeatMapSchema } from '../../../inventory/seats/seat-map.ts';
import { TicketSchema } from '../../../inventory/ticket-schema.ts';
import { ReservationSchema } from '../../../reservations/reservation-schema.ts';
import { ROUTES, type Route } from '../../../routes.ts';
import {
  EntryAnswerSchema,
  EntryStateSchema,
  LeftSchema,
  RoomStateSchema,
} from '../waiting-room/server/room-schemas.ts';
import { OpenedPageSchema } from '../choice/server/opened-page-schema.ts';
import { CorrectionSchema } from './server/correction-schemas.ts';
import { EmbedErrorSchema } from './server/embed-error-schema.ts';
import { ReleasedSchema } from './server/hold-schemas.ts';
import { IssuedTicketsSchema, OrderStateSchema, ResentSchema } from './server/issued-schemas.ts';
import { EmbedOrderSchema } from './server/order-schemas.ts';
import { TermsSchema } from '../terms/server/terms-schema.ts';

const Data = (data: TSchema) => Exactly({ data, status: Type.Literal(true) });

/** The page's requests and their answers. */
const ANSWERS: { route: Route; schema: TSchema }[] = [
  { route: ROUTES.embed.listTickets, schema: Data(Type.Array(TicketSchema)) },
  { route: ROUTES.embed.createReservation, schema: Data(ReservationSchema) },
  { route: ROUTES.embed.releaseReservation, schema: Data(ReleasedSchema) },
  { route: ROUTES.embed.createOrder, schema: Data(EmbedOrderSchema) },
  { route: ROUTES.embed.cartMail, schema: Data(Exactly({})) },
  { route: ROUTES.embed.correctEmail, schema: Data(CorrectionSchema) },
  { route: ROUTES.embed.terms, schema: Data(TermsSchema) },
  { route: ROUTES.embed.seats, schema: Data(SeatMapSchema) },
  { route: ROUTES.room.state, schema: Data(RoomStateSchema) },
  { route: ROUTES.room.join, schema: Data(EntryAnswerSchema) },
  { route: ROUTES.room.entry, schema: Data(EntryStateSchema) },
  { route: ROUTES.room.leave, schema: Data(LeftSchema) },
  { route: ROUTES.orderPages.choose, schema: Data(OpenedPageSchema) },
  { route: ROUTES.orderPages.state, schema: OrderStateSchema },
  { route: ROUTES.orderPages.lookUp, schema: OrderStateSchema },
  { route: ROUTES.orderPages.tickets, schema: Data(IssuedTicketsSchema) },
  { route: ROUTES.orderPages.resend, schema: Data(ResentSchema) },
];

function schemaFor(method: string, pathname: string): TSchema | undefined {
  const isAt = ({ route }: { route: Route }): boolean =>
    route.method === method &&
    new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(pathname) &&
    // An event has no such slug: below it is an order.
    route.path.startsWith('/checkout/orders/') === pathname.startsWith('/checkout/orders/');
  return ANSWERS.find(isAt)?.schema;
}

/** Holds a JSON answer of the embed to the schema that the page's types are made from. */
export function assertInContract(
  request: { method: string; pathname: string },
  answer: { status: number; body: unknown },
): void {
  const { method, pathname } = request;
  const schema = answer.status >= 400 ? EmbedErrorSchema : schemaFor(method, pathname);
  if (!schema) throw new Error(`${method} ${pathname} is in no contract`);
  assertMatches(schema, answer.body, `${method} ${pathname} ${answer.status}`);
}
