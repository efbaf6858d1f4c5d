// Buys with the client that oapi-codegen has made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/google/uuid"
	"purchase/client"
)

var ctx = context.Background()

func good[T any](answer *T, body []byte) *T {
	if answer == nil {
		panic(string(body))
	}
	return answer
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func hold(api *client.ClientWithResponses, slug string, quantity int32) client.Reservation {
	listed := must(api.ListTicketsWithResponse(ctx, slug, &client.ListTicketsParams{}))
	var sku string
	for _, ticket := range good(listed.JSON200, listed.Body).Data {
		if ticket.Status == client.AVAILABLE {
			sku = ticket.Id.String()
			break
		}
	}
	token := uuid.NewString()
	params := &client.CreateReservationParams{XDeviceID: &token}
	cart := client.ReservationRequest{Items: []client.ItemToHold{{Sku: sku, Quantity: quantity}}}
	held := must(api.CreateReservationWithResponse(ctx, slug, params, cart))
	return good(held.JSON201, held.Body).Data
}

func buy(api *client.ClientWithResponses, slug string, quantity int32) client.Order {
	held := hold(api, slug, quantity)
	params := &client.CreateOrderParams{XDeviceID: held.ReservationToken.String()}
	order := client.OrderRequest{
		QuoteReference: held.QuoteReference,
		Email:          "ada@example.com",
		FirstName:      "Ada",
		LastName:       "Obi",
	}
	ordered := must(api.CreateOrderWithResponse(ctx, slug, params, order))
	return good(ordered.JSON201, ordered.Body).Data
}

func main() {
	free, paid := os.Getenv("FREE_SLUG"), os.Getenv("PAID_SLUG")
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TESSERA_KEY"))
		return nil
	}
	api := must(client.NewClientWithResponses(os.Getenv("TESSERA_API"), client.WithRequestEditorFn(withKey)))

	limit := int32(100)
	listed := must(api.ListEventsWithResponse(ctx, &client.ListEventsParams{Limit: &limit}))
	slugs := []string{}
	for _, event := range good(listed.JSON200, listed.Body).Data.Items {
		slugs = append(slugs, event.Slug)
	}
	got := must(api.GetEventWithResponse(ctx, paid, &client.GetEventParams{}))
	headliners := []string{}
	for _, headliner := range good(got.JSON200, got.Body).Data.Headliners {
		headliners = append(headliners, headliner.Name)
	}
	gallery := must(api.ListGalleryWithResponse(ctx, paid, &client.ListGalleryParams{}))
	freeOrder, paidOrder := buy(api, free, 1), buy(api, paid, 2)

	token := hold(api, paid, 1).ReservationToken.String()
	params := &client.ReleaseReservationParams{XDeviceID: &token}
	released := must(api.ReleaseReservationWithResponse(ctx, paid, params))
	again := must(api.ReleaseReservationWithResponse(ctx, paid, params))
	nowhere := must(api.GetEventWithResponse(ctx, "no-such-event", &client.GetEventParams{}))

	told := must(json.Marshal(map[string]any{
		"events":     slugs,
		"headliners": headliners,
		"pictures":   len(good(gallery.JSON200, gallery.Body).Data),
		"free":       freeOrder,
		"paid":       paidOrder,
		"released":   good(released.JSON200, released.Body).Data.Released,
		"refusals": []client.ErrorCode{
			good(again.JSON400, again.Body).ErrorCode,
			good(nowhere.JSON404, nowhere.Body).ErrorCode,
		},
	}))
	fmt.Println(string(told))
}
