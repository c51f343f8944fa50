CREATE TABLE orders (id INTEGER, year INTEGER, state TEXT);
INSERT INTO orders VALUES (1, 2017, 'paid'), (2, 2018, 'open'), (3, 2021, 'paid');
