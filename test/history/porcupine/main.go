// Judges histories of sales: is there an order of what was asked, one thing at a time, in which every answer is right?
// Porcupine looks for it. Standard input: a list of histories; standard output: a verdict on each.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// A history is of one ticket type. Longer ones than our tests make would take for ever.
const timeLimit = 60 * time.Second

type operation struct {
	Client   int    `json:"client"`
	Kind     string `json:"kind"`
	Cart     int    `json:"cart"`
	Quantity int    `json:"quantity"`
	// "yes", "no", or "unknown" where a crash came between.
	Told string `json:"told"`
	// What a read has told.
	Left   int   `json:"left"`
	Call   int64 `json:"call"`
	Return int64 `json:"return"`
}

type history struct {
	Name       string      `json:"name"`
	Capacity   int         `json:"capacity"`
	Operations []operation `json:"operations"`
}

type verdict struct {
	Name   string `json:"name"`
	Result string `json:"result"`
}

// The stock: how many are sold, and how many each cart holds, a byte for each cart.
type stock struct {
	sold int
	held string
}

func (s stock) heldBy(cart int) int {
	if cart >= len(s.held) {
		return 0
	}
	return int(s.held[cart])
}

func (s stock) taken() int {
	sum := s.sold
	for _, quantity := range []byte(s.held) {
		sum += int(quantity)
	}
	return sum
}

func (s stock) with(cart int, quantity int, sold int) stock {
	carts := []byte(s.held)
	for len(carts) <= cart {
		carts = append(carts, 0)
	}
	carts[cart] = byte(quantity)
	end := len(carts)
	for end > 0 && carts[end-1] == 0 {
		end--
	}
	return stock{sold: s.sold + sold, held: string(carts[:end])}
}

// Does it as a shop ought to. False: it refuses.
func do(s stock, op operation, capacity int) (stock, bool) {
	held := s.heldBy(op.Cart)
	switch op.Kind {
	case "hold":
		// A cart that is held again is replaced.
		if s.taken()-held+op.Quantity > capacity {
			return s, false
		}
		return s.with(op.Cart, op.Quantity, 0), true
	case "release", "lapse":
		return s.with(op.Cart, 0, 0), held > 0
	case "order":
		return s.with(op.Cart, 0, held), held > 0
	case "give":
		if s.taken()+op.Quantity > capacity {
			return s, false
		}
		return stock{sold: s.sold + op.Quantity, held: s.held}, true
	case "refund":
		return stock{sold: s.sold - op.Quantity, held: s.held}, s.sold >= op.Quantity
	case "read":
		return s, op.Left == capacity-s.taken()
	}
	panic("unknown kind " + op.Kind)
}

func step(capacity int) func(state, input, output interface{}) []interface{} {
	return func(state, input, output interface{}) []interface{} {
		before := state.(stock)
		op := input.(operation)
		after, isDone := do(before, op, capacity)
		switch op.Told {
		case "yes":
			if isDone {
				return []interface{}{after}
			}
			return nil
		case "no":
			if isDone {
				return nil
			}
			return []interface{}{before}
		}
		if isDone && after != before {
			return []interface{}{before, after}
		}
		return []interface{}{before}
	}
}

func judge(h history) string {
	model := porcupine.NondeterministicModel{
		Init:  func() []interface{} { return []interface{}{stock{}} },
		Step:  step(h.Capacity),
		Equal: func(a, b interface{}) bool { return a == b },
	}
	operations := make([]porcupine.Operation, len(h.Operations))
	for i, op := range h.Operations {
		operations[i] = porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Call, Return: op.Return}
	}
	return string(porcupine.CheckOperationsTimeout(model.ToModel(), operations, timeLimit))
}

func main() {
	var histories []history
	if err := json.NewDecoder(os.Stdin).Decode(&histories); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	verdicts := make([]verdict, len(histories))
	for i, h := range histories {
		verdicts[i] = verdict{Name: h.Name, Result: judge(h)}
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		os.Exit(2)
	}
}
