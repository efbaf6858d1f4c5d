"""Buys with the client that openapi-python-client has made."""

import json
import os
import uuid

from client import AuthenticatedClient
from client.api.checkout import create_order, create_reservation, release_reservation
from client.api.events import get_event, list_events, list_gallery, list_tickets
from client.models import Error, ItemToHold, OrderRequest, ReservationRequest, TicketStatus

FREE, PAID = os.environ["FREE_SLUG"], os.environ["PAID_SLUG"]
api = AuthenticatedClient(base_url=os.environ["TESSERA_API"], token=os.environ["TESSERA_KEY"])


def good(answer):
    assert answer is not None and not isinstance(answer, Error), answer
    assert answer.status is True
    return answer.data


def hold(slug, quantity):
    tickets = good(list_tickets.sync(slug, client=api))
    sku = next(ticket.id for ticket in tickets if ticket.status == TicketStatus.AVAILABLE)
    body = ReservationRequest(items=[ItemToHold(sku=str(sku), quantity=quantity)])
    return good(create_reservation.sync(slug, client=api, body=body, x_device_id=str(uuid.uuid4())))


def buy(slug, quantity):
    held = hold(slug, quantity)
    body = OrderRequest(
        quote_reference=held.quote_reference, email="ada@example.com", first_name="Ada", last_name="Obi"
    )
    token = str(held.reservation_token)
    return good(create_order.sync(slug, client=api, body=body, x_device_id=token))


events = good(list_events.sync(client=api, limit=100))
event = good(get_event.sync(PAID, client=api))
pictures = good(list_gallery.sync(PAID, client=api))
free, paid = buy(FREE, 1), buy(PAID, 2)
token = str(hold(PAID, 1).reservation_token)
released = good(release_reservation.sync(PAID, client=api, x_device_id=token)).released
again = release_reservation.sync(PAID, client=api, x_device_id=token)
nowhere = get_event.sync("no-such-event", client=api)

print(
    json.dumps(
        {
            "events": [one.slug for one in events.items],
            "headliners": [one.name for one in event.headliners],
            "pictures": len(pictures),
            "free": {
                "status": free.status.value,
                "reference": free.reference,
                "receiptUrl": free.receipt_url,
            },
            "paid": {
                "status": paid.status.value,
                "reference": paid.reference,
                "total": paid.total,
                "checkoutUrl": paid.checkout_url,
            },
            "released": released,
            "refusals": [again.error_code.value, nowhere.error_code.value],
        }
    )
)
