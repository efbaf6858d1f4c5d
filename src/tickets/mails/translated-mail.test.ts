import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BIMBO, calendarOf, openDesk, textOfPdf, to } from './send-mail-job.fixture.ts';
import { ADA } from '../ticket-world.fixture.ts';

test('the mail, the PDF and the calendar call an event and its tickets as they are called in the order’s language', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({
    name: 'Rooftop night',
    hostMessage: 'See you soon',
    ticketTypes: [
      { name: 'Regular', priceMinor: 0 },
      { name: 'Early', priceMinor: 0 },
    ],
  });
  await desk.database.query(
    `INSERT INTO event_translations (event_id, language, name, host_message, ticket_types)
     VALUES ($1, 'fr', 'Nuit sur le toit', 'À bientôt', jsonb_build_object(
       $2::text, '{"name": "Normal"}'::jsonb, $3::text, '{"name": "Anticipé"}'::jsonb))`,
    [event.eventId, event.skus[0], event.skus[1]],
  );
  const lines = [{ name: 'Regular' }, { name: 'Early bird, as it was called' }];
  const orderId = await desk.order({ event, language: 'fr', lines, recipients: [ADA, BIMBO] });
  const { event: told, order, tickets } = await desk.load(orderId);
  assert.deepEqual([told.name, told.hostMessage], ['Nuit sur le toit', 'À bientôt']);
  assert.deepEqual(
    tickets.map(({ typeName }) => typeName),
    ['Normal', 'Anticipé'],
  );
  assert.deepEqual(
    order.items.map(({ name }) => name),
    ['Normal', 'Early bird, as it was called'],
    'a line keeps the name that it was bought under, where the ticket type has another one by now',
  );
  await desk.send({ mail: 'tickets', orderId });
  const received = to(desk.smtp, ADA.email);
  assert.match(received.mail.subject ?? '', /Nuit sur le toit/);
  assert.match(received.mail.html ?? '', /Normal/);
  assert.match(calendarOf(received), /Nuit sur le toit/);
  assert.match((await textOfPdf(received)).join('\n'), /Nuit sur le toit[^]*Normal/);
  const english = await desk.load(await desk.order({ event, language: 'en' }));
  assert.equal(english.event.name, 'Rooftop night');
});
