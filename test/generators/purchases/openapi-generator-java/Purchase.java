import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CheckoutApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.Event;
import org.openapitools.client.model.EventSummary;
import org.openapitools.client.model.Headliner;
import org.openapitools.client.model.ItemToHold;
import org.openapitools.client.model.Order;
import org.openapitools.client.model.OrderRequest;
import org.openapitools.client.model.Reservation;
import org.openapitools.client.model.ReservationRequest;
import org.openapitools.client.model.TicketStatus;

/** Buys with the client that openapi-generator has made for Java. */
public class Purchase {
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();
  private static EventsApi events;
  private static CheckoutApi checkout;

  private interface Asking {
    Object ask() throws ApiException;
  }

  private static Reservation hold(String slug, int quantity) throws ApiException {
    UUID sku =
        events.listTickets(slug, null, null).getData().stream()
            .filter(ticket -> ticket.getStatus() == TicketStatus.AVAILABLE)
            .findFirst()
            .orElseThrow()
            .getId();
    ItemToHold item = new ItemToHold().sku(sku.toString()).quantity(quantity);
    ReservationRequest cart = new ReservationRequest().items(List.of(item));
    return checkout.createReservation(slug, cart, UUID.randomUUID().toString()).getData();
  }

  private static Order buy(String slug, int quantity) throws ApiException {
    Reservation held = hold(slug, quantity);
    OrderRequest order =
        new OrderRequest()
            .quoteReference(held.getQuoteReference())
            .email("ada@example.com")
            .firstName("Ada")
            .lastName("Obi");
    String token = held.getReservationToken().toString();
    return checkout.createOrder(slug, token, order, null, null).getData();
  }

  private static String refusal(Asking asking) {
    try {
      asking.ask();
    } catch (ApiException refused) {
      return JSON.fromJson(refused.getResponseBody(), org.openapitools.client.model.Error.class)
          .getErrorCode()
          .getValue();
    }
    throw new AssertionError("it was not refused");
  }

  public static void main(String[] args) throws ApiException {
    String freeSlug = System.getenv("FREE_SLUG");
    String paidSlug = System.getenv("PAID_SLUG");
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("TESSERA_API"));
    client.setBearerToken(System.getenv("TESSERA_KEY"));
    events = new EventsApi(client);
    checkout = new CheckoutApi(client);

    List<String> slugs =
        events.listEvents(null, null, 100, null, null, null).getData().getItems().stream()
            .map(EventSummary::getSlug)
            .toList();
    Event event = events.getEvent(paidSlug, null, null).getData();
    int pictures = events.listGallery(paidSlug, null).getData().size();
    Order free = buy(freeSlug, 1);
    Order paid = buy(paidSlug, 2);
    String token = hold(paidSlug, 1).getReservationToken().toString();
    boolean released = checkout.releaseReservation(paidSlug, token).getData().getReleased();

    Map<String, Object> told = new HashMap<>();
    told.put("events", slugs);
    told.put("headliners", event.getHeadliners().stream().map(Headliner::getName).toList());
    told.put("pictures", pictures);
    told.put("free", describe(free));
    told.put("paid", describe(paid));
    told.put("released", released);
    told.put(
        "refusals",
        List.of(
            refusal(() -> checkout.releaseReservation(paidSlug, token)),
            refusal(() -> events.getEvent("no-such-event", null, null))));
    System.out.println(JSON.toJson(told));
  }

  private static Map<String, Object> describe(Order order) {
    Map<String, Object> told = new HashMap<>();
    told.put("status", order.getStatus().getValue());
    told.put("reference", order.getReference());
    told.put("total", order.getTotal());
    told.put("receiptUrl", order.getReceiptUrl() == null ? null : order.getReceiptUrl().toString());
    told.put("checkoutUrl", order.getCheckoutUrl() == null ? null : order.getCheckoutUrl().toString());
    return told;
  }
}
