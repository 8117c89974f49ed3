"""What all tests share: property tests are judged by what they find, never by how long they take."""

from hypothesis import HealthCheck, settings

settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")
