-- Decides carts one by one, in the order of their arrival, for hold_batch. Nothing is read or written here but arrays: what there
-- is, what the old carts of the same buyers hold, what networks have. The arguments are named and filled by hold_batch.
CREATE OR REPLACE FUNCTION decide_batch(
  -- By request. Outcomes: 'again' for those that are not decided in this batch.
  INOUT outcomes text[], cart_quantities integer[], new_ids uuid[],
  old_ids uuid[], old_lives boolean[], promo_at integer[], old_promo_at integer[],
  narrow_at integer[], wide_at integer[], old_narrow_at integer[], old_wide_at integer[],
  -- By line of a cart, and by line that an old cart holds; both sorted by request.
  line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[],
  kept_requests integer[], kept_at integer[], kept_quantities integer[],
  -- By ticket type.
  -- What is free may be less than nothing: what comes back in this batch is for the waiting list.
  type_ids uuid[], free integer[], is_open boolean[], prices bigint[], capacities integer[],
  -- By ticket type, the index of its pool; and by pool. Null where there is none.
  pool_at integer[], pool_free integer[], pool_capacities integer[],
  -- By network; and by network and ticket type. Null where no network is near a cap.
  are_tight boolean[], network_used integer[], network_caps integer[], network_percents integer[],
  used integer[], lapsed integer[],
  -- By promo code.
  promo_left integer[],
  -- By seat that is asked for: its request and its index in the list of owners.
  seat_requests integer[], seat_at integer[], seat_owners uuid[],
  -- By seat: how many seats its table has, where that is sold whole.
  seat_tables integer[],
  share_floor integer, lapse_factor integer,
  -- The ticket type that stood in the way, by request.
  OUT guilty uuid[]
) LANGUAGE plpgsql AS $$
DECLARE
  is_tight constant boolean := used IS NOT NULL;
  type_count constant integer := cardinality(type_ids);
  line_count constant integer := cardinality(line_requests);
  kept_count constant integer := coalesce(cardinality(kept_requests), 0);
  seat_count constant integer := cardinality(seat_requests);
  unlimited constant integer := 2147483647;
  line_from integer := 1;
  kept_from integer := 1;
  seat_from integer := 1;
  first_kept integer;
  pool_free_before integer[];
  free_before integer[];
  pool integer;
  used_before integer[];
  network_used_before integer[];
  networks integer[];
  network integer;
  cell integer;
  cap integer;
  -- The network's share of a pool including this cart, and how much of it lapsed.
  pool_used integer;
  pool_lapsed integer;
  -- The largest whole table that the cart asks for.
  table_size integer;
BEGIN
  guilty := array_fill(NULL::uuid, ARRAY[cardinality(outcomes)]);
  FOR nr IN 1..cardinality(outcomes) LOOP
    -- The twin of an earlier request of this batch: the same reservation, found by token and by address.
    IF old_ids[nr] IS NOT NULL AND array_position(old_ids, old_ids[nr]) < nr THEN
      outcomes[nr] := 'again';
    ELSIF outcomes[nr] IS NULL AND cart_quantities[nr] = 0 THEN
      outcomes[nr] := CASE WHEN old_lives[nr] THEN 'released' ELSE 'nothing_to_release' END;
      seat_owners := array_replace(seat_owners, old_ids[nr], NULL);
    END IF;

    pool_free_before := pool_free;
    -- The old cart is given back, and taken again below where the new one can't be had.
    IF old_ids[nr] IS NOT NULL THEN
      first_kept := kept_from;
      free_before := free;
      used_before := used;
      network_used_before := network_used;
      networks := CASE WHEN is_tight THEN array_remove(ARRAY[old_narrow_at[nr], old_wide_at[nr]], NULL) ELSE '{}' END;
      WHILE kept_from <= kept_count AND kept_requests[kept_from] = nr LOOP
        IF outcomes[nr] IS DISTINCT FROM 'again' THEN
          free[kept_at[kept_from]] := free[kept_at[kept_from]] + kept_quantities[kept_from];
          pool := pool_at[kept_at[kept_from]];
          -- Only what nobody awaits is on sale, also to whoever asks for another ticket type of the pool.
          IF pool IS NOT NULL THEN
            pool_free[pool] := pool_free[pool] + least(kept_quantities[kept_from], greatest(free[kept_at[kept_from]], 0));
          END IF;
          FOREACH network IN ARRAY networks LOOP
            cell := (network - 1) * type_count + kept_at[kept_from];
            used[cell] := used[cell] - kept_quantities[kept_from];
            network_used[network] := network_used[network] - kept_quantities[kept_from];
          END LOOP;
        END IF;
        kept_from := kept_from + 1;
      END LOOP;
      IF outcomes[nr] IS DISTINCT FROM 'again' AND promo_left[old_promo_at[nr]] BETWEEN 0 AND unlimited - 1 THEN
        promo_left[old_promo_at[nr]] := promo_left[old_promo_at[nr]] + 1;
      END IF;
    END IF;

    IF outcomes[nr] IS NULL THEN
      FOR line IN line_from..line_count LOOP
        EXIT WHEN line_requests[line] <> nr;
        -- Counted down at once: a cart may have several ticket types of one pool.
        pool := pool_at[line_at[line]];
        IF pool IS NOT NULL THEN
          pool_free[pool] := pool_free[pool] - least(line_quantities[line], greatest(free[line_at[line]], 0));
        END IF;
        IF prices[line_at[line]] <> line_prices[line] THEN
          outcomes[nr] := 'stale_price';
        ELSIF NOT is_open[line_at[line]] THEN
          outcomes[nr] := coalesce(outcomes[nr], 'not_on_sale');
        -- Below nothing is what a waiting list lacks: tickets of one's own are not its to have.
        ELSIF free[line_at[line]] - (CASE WHEN old_ids[nr] IS NULL THEN 0 ELSE least(free_before[line_at[line]], 0) END) < line_quantities[line]
              OR pool_free[pool] - least(pool_free_before[pool], 0) < 0 THEN
          outcomes[nr] := coalesce(outcomes[nr], 'unavailable');
        ELSE
          CONTINUE;
        END IF;
        guilty[nr] := type_ids[line_at[line]];
      END LOOP;
      networks := CASE WHEN is_tight THEN array_remove(ARRAY[narrow_at[nr], wide_at[nr]], NULL) ELSE '{}' END;
      -- A table that is sold whole is one thing: nobody's share is smaller than that.
      table_size := 0;
      IF cardinality(networks) > 0 THEN
        FOR seat IN seat_from..seat_count LOOP
          EXIT WHEN seat_requests[seat] <> nr;
          table_size := greatest(table_size, seat_tables[seat_at[seat]]);
        END LOOP;
      END IF;
      FOREACH network IN ARRAY networks LOOP
        CONTINUE WHEN outcomes[nr] IS NOT NULL OR NOT are_tight[network];
        IF network_used[network] + cart_quantities[nr] > greatest(network_caps[network], table_size) THEN
          outcomes[nr] := 'address_limit';
        END IF;
        FOR line IN line_from..line_count LOOP
          EXIT WHEN line_requests[line] <> nr OR outcomes[nr] IS NOT NULL;
          cell := (network - 1) * type_count + line_at[line];
          cap := greatest(table_size, network_cap(capacities[line_at[line]], network_percents[network], share_floor));
          IF used[cell] + line_quantities[line] > cap THEN
            outcomes[nr] := 'address_limit';
          ELSIF used[cell] + lapsed[cell] + line_quantities[line] > cap * lapse_factor THEN
            outcomes[nr] := 'address_lapsed';
          END IF;
          pool := pool_at[line_at[line]];
          CONTINUE WHEN pool IS NULL;
          pool_used := 0;
          pool_lapsed := 0;
          FOR at IN 1..type_count LOOP
            CONTINUE WHEN pool_at[at] IS DISTINCT FROM pool;
            cell := (network - 1) * type_count + at;
            pool_used := pool_used + used[cell];
            pool_lapsed := pool_lapsed + lapsed[cell];
          END LOOP;
          FOR other IN line_from..line_count LOOP
            EXIT WHEN line_requests[other] <> nr;
            IF pool_at[line_at[other]] = pool THEN pool_used := pool_used + line_quantities[other]; END IF;
          END LOOP;
          cap := greatest(table_size, network_cap(pool_capacities[pool], network_percents[network], share_floor));
          IF pool_used > cap THEN
            outcomes[nr] := 'address_limit';
          ELSIF pool_used + pool_lapsed > cap * lapse_factor THEN
            outcomes[nr] := coalesce(outcomes[nr], 'address_lapsed');
          END IF;
        END LOOP;
      END LOOP;
      IF outcomes[nr] IS NULL AND promo_at[nr] IS NOT NULL AND promo_left[promo_at[nr]] <= 0 THEN
        outcomes[nr] := 'promo_unavailable';
      END IF;
      FOR seat IN seat_from..seat_count LOOP
        EXIT WHEN seat_requests[seat] <> nr OR outcomes[nr] IS NOT NULL;
        IF seat_owners[seat_at[seat]] IS NOT NULL AND seat_owners[seat_at[seat]] IS DISTINCT FROM old_ids[nr] THEN
          outcomes[nr] := 'seats_taken';
        END IF;
      END LOOP;

      IF outcomes[nr] IS NULL THEN
        outcomes[nr] := CASE WHEN old_lives[nr] THEN 'refreshed' ELSE 'held' END;
        IF promo_at[nr] IS NOT NULL AND promo_left[promo_at[nr]] < unlimited THEN
          promo_left[promo_at[nr]] := promo_left[promo_at[nr]] - 1;
        END IF;
        FOR line IN line_from..line_count LOOP
          EXIT WHEN line_requests[line] <> nr;
          free[line_at[line]] := free[line_at[line]] - line_quantities[line];
          FOREACH network IN ARRAY networks LOOP
            cell := (network - 1) * type_count + line_at[line];
            used[cell] := used[cell] + line_quantities[line];
            network_used[network] := network_used[network] + line_quantities[line];
          END LOOP;
        END LOOP;
        seat_owners := array_replace(seat_owners, old_ids[nr], NULL);
        FOR seat IN seat_from..seat_count LOOP
          EXIT WHEN seat_requests[seat] <> nr;
          seat_owners[seat_at[seat]] := coalesce(old_ids[nr], new_ids[nr]);
        END LOOP;
      ELSE
        pool_free := pool_free_before;
      END IF;
      IF outcomes[nr] NOT IN ('held', 'refreshed') AND old_ids[nr] IS NOT NULL THEN
        -- The old cart stays as it was.
        used := used_before;
        network_used := network_used_before;
        FOR kept IN first_kept..kept_from - 1 LOOP
          free[kept_at[kept]] := free[kept_at[kept]] - kept_quantities[kept];
        END LOOP;
        IF promo_left[old_promo_at[nr]] BETWEEN 0 AND unlimited - 1 THEN
          promo_left[old_promo_at[nr]] := promo_left[old_promo_at[nr]] - 1;
        END IF;
      END IF;
    END IF;
    WHILE line_from <= line_count AND line_requests[line_from] = nr LOOP line_from := line_from + 1; END LOOP;
    WHILE seat_from <= seat_count AND seat_requests[seat_from] = nr LOOP seat_from := seat_from + 1; END LOOP;
  END LOOP;
END $$;
