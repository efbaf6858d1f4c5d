package main

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
)

// Compares bytes with bytes: the body is as it came, before any parsing.
func isGenuine(key, rawBody []byte, header string) bool {
	mac := hmac.New(sha512.New, key)
	mac.Write(rawBody)
	return hmac.Equal([]byte(header), []byte(hex.EncodeToString(mac.Sum(nil))))
}

func main() {
	key := []byte(os.Getenv("PRIVATE_KEY"))
	if len(key) == 0 {
		log.Fatal("Set PRIVATE_KEY to the host's private key, sk_….")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	// Deliveries may come twice. In earnest this is a table with a unique key.
	var seen sync.Map

	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 64<<20))
		if err != nil {
			http.Error(response, `{"error":"unreadable"}`, http.StatusBadRequest)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		if !isGenuine(key, rawBody, request.Header.Get("X-Service-Signature")) {
			response.WriteHeader(http.StatusUnauthorized)
			io.WriteString(response, `{"error":"invalid signature"}`)
			return
		}
		// Answer first, work afterwards: the sender waits for ten seconds at most.
		io.WriteString(response, `{"received":true}`)
		var event struct {
			EventType string `json:"eventType"`
			Data      struct {
				Reference string `json:"reference"`
			} `json:"data"`
		}
		if json.Unmarshal(rawBody, &event) != nil || event.EventType != "TICKET_PURCHASED" {
			return
		}
		if _, isKnown := seen.LoadOrStore(event.Data.Reference, true); !isKnown {
			fmt.Println("sold:", event.Data.Reference)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
