-- The database of this project: `algen new` made shop.db by running this file. Money is in whole
-- cents, so sums are exact; days are texts like 2026-03-14.

CREATE TABLE customers (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    email  TEXT NOT NULL UNIQUE,
    city   TEXT NOT NULL,
    joined TEXT NOT NULL CHECK (joined IS date(joined))
) STRICT;

CREATE TABLE products (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    price_cents INTEGER NOT NULL CHECK (price_cents > 0)
) STRICT;

CREATE TABLE orders (
    id          INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    placed      TEXT NOT NULL CHECK (placed IS date(placed)),
    status      TEXT NOT NULL CHECK (status IN ('open', 'paid', 'shipped', 'cancelled'))
) STRICT;

CREATE TABLE order_items (
    order_id    INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    product_id  INTEGER NOT NULL REFERENCES products (id),
    quantity    INTEGER NOT NULL CHECK (quantity > 0),
    price_cents INTEGER NOT NULL CHECK (price_cents > 0),  -- of one piece, on the day of the order
    PRIMARY KEY (order_id, product_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_of_customer ON orders (customer_id, placed);

-- What each order comes to.
CREATE VIEW order_totals AS
SELECT orders.id AS order_id, SUM(quantity * price_cents) AS cents
FROM orders JOIN order_items ON order_items.order_id = orders.id
GROUP BY orders.id;

INSERT INTO customers (id, name, email, city, joined) VALUES
    (1, 'Amara Okafor', 'amara.okafor@example.com', 'Leeds', '2024-02-11'),
    (2, 'Bram de Wit', 'bram.dewit@example.com', 'Utrecht', '2024-05-30'),
    (3, 'Chiara Russo', 'chiara.russo@example.org', 'Bologna', '2024-09-02'),
    (4, 'Daniel Weber', 'daniel.weber@example.net', 'Leipzig', '2025-01-19'),
    (5, 'Elif Kaya', 'elif.kaya@example.com', 'Izmir', '2025-03-07'),
    (6, 'Freya Lindqvist', 'freya.lindqvist@example.org', 'Uppsala', '2025-06-23'),
    (7, 'Goran Petrov', 'goran.petrov@example.net', 'Skopje', '2025-10-14'),
    (8, 'Hana Svoboda', 'hana.svoboda@example.com', 'Brno', '2026-01-05');

INSERT INTO products (id, name, price_cents) VALUES
    (1, 'Desk lamp', 3990),
    (2, 'Notebook, dotted', 850),
    (3, 'Fountain pen', 6450),
    (4, 'Ink, blue, 50 ml', 1120),
    (5, 'Standing desk', 48900),
    (6, 'Office chair', 31900),
    (7, 'Monitor arm', 11950),
    (8, 'Cable tray', 2475);

INSERT INTO orders (id, customer_id, placed, status) VALUES
    (1001, 1, '2025-11-03', 'shipped'),
    (1002, 3, '2025-11-18', 'shipped'),
    (1003, 2, '2025-12-01', 'shipped'),
    (1004, 6, '2025-12-09', 'cancelled'),
    (1005, 4, '2025-12-15', 'shipped'),
    (1006, 1, '2026-01-08', 'shipped'),
    (1007, 5, '2026-01-12', 'shipped'),
    (1008, 8, '2026-01-20', 'shipped'),
    (1009, 3, '2026-01-29', 'shipped'),
    (1010, 7, '2026-02-04', 'shipped'),
    (1011, 2, '2026-02-10', 'shipped'),
    (1012, 6, '2026-02-17', 'shipped'),
    (1013, 4, '2026-02-26', 'cancelled'),
    (1014, 1, '2026-03-05', 'shipped'),
    (1015, 5, '2026-03-11', 'shipped'),
    (1016, 8, '2026-03-19', 'shipped'),
    (1017, 3, '2026-03-30', 'shipped'),
    (1018, 6, '2026-04-07', 'shipped'),
    (1019, 2, '2026-04-16', 'shipped'),
    (1020, 7, '2026-04-24', 'shipped'),
    (1021, 1, '2026-05-06', 'paid'),
    (1022, 4, '2026-05-13', 'paid'),
    (1023, 5, '2026-05-21', 'paid'),
    (1024, 3, '2026-06-02', 'open'),
    (1025, 6, '2026-06-09', 'open');

INSERT INTO order_items (order_id, product_id, quantity, price_cents) VALUES
    (1001, 5, 1, 46900), (1001, 8, 2, 2475),
    (1002, 3, 1, 6450), (1002, 4, 3, 1090),
    (1003, 6, 2, 31900),
    (1004, 5, 1, 46900),
    (1005, 1, 2, 3990), (1005, 2, 5, 850),
    (1006, 6, 1, 31900), (1006, 7, 2, 11950),
    (1007, 2, 10, 850), (1007, 4, 4, 1120),
    (1008, 1, 1, 3990), (1008, 3, 1, 6450),
    (1009, 5, 1, 48900), (1009, 6, 1, 31900),
    (1010, 7, 1, 11950), (1010, 8, 1, 2475),
    (1011, 5, 1, 48900), (1011, 8, 1, 2475),
    (1012, 3, 2, 6450), (1012, 4, 2, 1120),
    (1013, 6, 4, 31900),
    (1014, 1, 4, 3990), (1014, 2, 12, 850),
    (1015, 3, 1, 6450), (1015, 2, 3, 850),
    (1016, 6, 1, 31900),
    (1017, 7, 2, 11950), (1017, 8, 2, 2475),
    (1018, 5, 1, 48900), (1018, 1, 1, 3990),
    (1019, 4, 6, 1120), (1019, 2, 6, 850),
    (1020, 3, 1, 6450),
    (1021, 7, 3, 11950), (1021, 8, 3, 2475),
    (1022, 1, 1, 3990), (1022, 2, 4, 850),
    (1023, 6, 1, 31900), (1023, 1, 2, 3990),
    (1024, 2, 20, 850), (1024, 4, 10, 1120),
    (1025, 7, 1, 11950);
