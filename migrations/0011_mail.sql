-- Every e-mail to every recipient is one row, written before it is sent: a job that is repeated finds what is done already.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('tickets', 'payment_returned', 'refunded')),
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  -- Which of its kind: empty for an order's first tickets, else the resending, the payment or the refund that it is about.
  occasion text NOT NULL DEFAULT '' CHECK (length(occasion) <= 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  -- As it was sent, to be found in the mail server's log.
  message_id text CHECK (length(message_id) <= 400),
  -- The mail server will not have it, however often it is asked.
  refused_at timestamptz(3),
  last_error text CHECK (length(last_error) <= 500),
  CHECK ((sent_at IS NULL) = (message_id IS NULL)),
  CHECK (num_nonnulls(sent_at, refused_at) <= 1)
);
CREATE UNIQUE INDEX mails_once ON mails (order_id, kind, occasion, lower(recipient));
