//! Buys with the client that openapi-generator has made for Rust.

use openapi::apis::checkout_api::{
    create_order, create_reservation, release_reservation, ReleaseReservationError,
};
use openapi::apis::configuration::Configuration;
use openapi::apis::events_api::{get_event, list_events, list_gallery, list_tickets, GetEventError};
use openapi::apis::Error;
use openapi::models::{
    ItemToHold, Order, OrderRequest, Reservation, ReservationRequest, TicketStatus,
};
use serde_json::{json, Value};
use std::env::var;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

async fn hold(api: &Configuration, slug: &str, quantity: i32) -> Outcome<Reservation> {
    let tickets = list_tickets(api, slug, None, None).await?.data;
    let ticket = tickets
        .iter()
        .find(|ticket| ticket.status == TicketStatus::Available)
        .ok_or("no ticket")?;
    let cart = ReservationRequest::new(vec![ItemToHold::new(ticket.id.to_string(), quantity)]);
    let token = uuid::Uuid::new_v4().to_string();
    Ok(*create_reservation(api, slug, cart, Some(&token)).await?.data)
}

async fn buy(api: &Configuration, slug: &str, quantity: i32) -> Outcome<Order> {
    let held = hold(api, slug, quantity).await?;
    let order = OrderRequest::new(
        held.quote_reference,
        "ada@example.com".into(),
        "Ada".into(),
        "Obi".into(),
    );
    let token = held.reservation_token.to_string();
    Ok(*create_order(api, slug, &token, order, None, None).await?.data)
}

fn describe(order: &Order) -> Value {
    json!({
        "status": order.status,
        "reference": order.reference,
        "total": order.total,
        "receiptUrl": order.receipt_url,
        "checkoutUrl": order.checkout_url,
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let (free_slug, paid_slug) = (var("FREE_SLUG")?, var("PAID_SLUG")?);
    let api = Configuration {
        base_path: var("TESSERA_API")?,
        bearer_access_token: Some(var("TESSERA_KEY")?),
        ..Configuration::default()
    };
    let page = list_events(&api, None, None, Some(100), None, None, None).await?.data;
    let event = get_event(&api, &paid_slug, None, None).await?.data;
    let pictures = list_gallery(&api, &paid_slug, None).await?.data;
    let free = buy(&api, &free_slug, 1).await?;
    let paid = buy(&api, &paid_slug, 2).await?;

    let token = hold(&api, &paid_slug, 1).await?.reservation_token.to_string();
    let released = release_reservation(&api, &paid_slug, Some(&token)).await?.data.released;
    let again = match release_reservation(&api, &paid_slug, Some(&token)).await {
        Err(Error::ResponseError(refused)) => match refused.entity {
            Some(ReleaseReservationError::Status400(told)) => json!(told.error_code),
            other => return Err(format!("{other:?}").into()),
        },
        other => return Err(format!("{other:?}").into()),
    };
    let nowhere = match get_event(&api, "no-such-event", None, None).await {
        // Its errors are tried in turn, and all have one shape: the first takes it.
        Err(Error::ResponseError(refused)) => match refused.entity {
            Some(GetEventError::Status401(told)) => json!(told.error_code),
            other => return Err(format!("{other:?}").into()),
        },
        other => return Err(format!("{other:?}").into()),
    };

    let told = json!({
        "events": page.items.iter().map(|one| &one.slug).collect::<Vec<_>>(),
        "headliners": event.headliners.iter().map(|one| &one.name).collect::<Vec<_>>(),
        "pictures": pictures.len(),
        "free": describe(&free),
        "paid": describe(&paid),
        "released": released,
        "refusals": [again, nowhere],
    });
    println!("{told}");
    Ok(())
}
