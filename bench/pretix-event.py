# An event of pretix with two products, a paid and a free one, each with a quota, and a token for its API. Prints them as JSON.
# Run by bench/pretix.ts with pretix' own Python; the word behind is the size of the quotas.
import json
import sys
from datetime import timedelta
from decimal import Decimal

import django

django.setup()

from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Organizer, Team, TeamAPIToken

size = int(sys.argv[1])
with scopes_disabled():
    organizer = Organizer.objects.create(name='Bench', slug='bench')
    event = Event.objects.create(
        organizer=organizer, name='Bench', slug='hot', currency='NGN', live=True, is_public=True,
        date_from=now() + timedelta(days=30), plugins='pretix.plugins.banktransfer',
    )

    def sell(name, price):
        item = event.items.create(name=name, default_price=Decimal(price), admission=True)
        quota = event.quotas.create(name=name, size=size)
        quota.items.add(item)
        return item.pk

    item, free_item = sell('Paid', '10.00'), sell('Free', '0.00')
    team = Team.objects.create(organizer=organizer, name='Bench', all_events=True, all_event_permissions=True, all_organizer_permissions=True)
    token = TeamAPIToken.objects.create(team=team, name='bench', active=True)

print(json.dumps({'path': 'bench/hot', 'item': item, 'freeItem': free_item, 'token': token.token}))
