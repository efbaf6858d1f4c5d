"""Buys with the client that openapi-generator has made for Python."""

import json
import os
import sys
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "client"))

from openapi_client import (
    ApiClient,
    ApiException,
    CheckoutApi,
    Configuration,
    Error,
    EventsApi,
    ItemToHold,
    OrderRequest,
    ReservationRequest,
    TicketStatus,
)

FREE, PAID = os.environ["FREE_SLUG"], os.environ["PAID_SLUG"]
client = ApiClient(
    Configuration(host=os.environ["TESSERA_API"], access_token=os.environ["TESSERA_KEY"])
)
events_api, checkout = EventsApi(client), CheckoutApi(client)


def hold(slug, quantity):
    tickets = events_api.list_tickets(slug).data
    sku = next(ticket.id for ticket in tickets if ticket.status == TicketStatus.AVAILABLE)
    body = ReservationRequest(items=[ItemToHold(sku=str(sku), quantity=quantity)])
    return checkout.create_reservation(slug, body, x_device_id=str(uuid.uuid4())).data


def buy(slug, quantity):
    held = hold(slug, quantity)
    body = OrderRequest(
        quote_reference=held.quote_reference, email="ada@example.com", first_name="Ada", last_name="Obi"
    )
    return checkout.create_order(slug, str(held.reservation_token), body).data


def refusal(ask):
    try:
        ask()
    except ApiException as refused:
        assert isinstance(refused.data, Error), refused
        return refused.data.error_code.value
    raise AssertionError("it was not refused")


events = events_api.list_events(limit=100).data
event = events_api.get_event(PAID).data
pictures = events_api.list_gallery(PAID).data
free, paid = buy(FREE, 1), buy(PAID, 2)
token = str(hold(PAID, 1).reservation_token)
released = checkout.release_reservation(PAID, x_device_id=token).data.released

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
            "refusals": [
                refusal(lambda: checkout.release_reservation(PAID, x_device_id=token)),
                refusal(lambda: events_api.get_event("no-such-event")),
            ],
        }
    )
)
